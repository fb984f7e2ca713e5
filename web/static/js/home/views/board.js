// The board of the most watched game, small and live.

/** @import { Position } from "../../types.js" */
/** @import { Lobby } from "../lobby.js" */

import { html, useLayoutEffect, useRef } from "../../../vendor/preact.js";
import { drawFigure } from "../../diagram.js";

/** @param {{ lobby: Lobby }} props */
export function Board({ lobby }) {
  const { featured, live } = lobby.hall;
  const game = featured && live.find(({ id }) => id === featured.game);
  const figure = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (figure.current) drawFigure(figure.current);
  });
  if (!featured || !game) return null;
  const { white, black } = game.players;
  const names = `${white?.name ?? "White"} against ${black?.name ?? "Black"}`;
  return html`
    <a class="featured" href=${`/games/${game.id}`}>
      <figure ref=${figure} data-board=${boardText(featured.position)} data-part="all" data-dice=${featured.roll.join(" ")}>
        <div role="img" aria-label=${`The board of ${names}, as it stands now.`}></div>
        <figcaption><bdi>${white?.name ?? "White"}</bdi> against <bdi>${black?.name ?? "Black"}</bdi>, ${lobby.nameOf(game.ruleset)}: watch</figcaption>
      </figure>
    </a>
  `;
}

/** A position as a figure carries it. @param {Position} position */
export function boardText(position) {
  return /** @type {const} */ (["white", "black"])
    .map((seat) => {
      const { points, bar } = position[seat];
      const stands = points.flatMap((count, at) => (count ? [`${at + 1}:${count}`] : []));
      return [seat, ...stands, ...(bar ? [`bar:${bar}`] : [])].join(" ");
    })
    .join("; ");
}
