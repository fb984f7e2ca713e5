// Draws the figures of a page that needs nothing else.

import { drawFigures } from "./diagram.js";

drawFigures();
