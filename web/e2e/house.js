// What every file of browser tests stands on.

import { after } from "node:test";
import { openBrowser } from "./browser.js";
import { startServer } from "./server.js";

/**
 * Starts a server and a browser in front of it, before the tests of a file; when they are over both are closed.
 * Awaited at the top of the file: hooks and tests that are registered later come later.
 * @param {string[]} [flags] further flags of the server's command line
 */
export async function openHouse(flags) {
  const server = await startServer(flags);
  try {
    const browser = await openBrowser(server);
    after(async () => {
      try {
        await browser.close();
      } finally {
        await server.close();
      }
    });
    return { server, browser };
  } catch (error) {
    await server.close();
    throw error;
  }
}
