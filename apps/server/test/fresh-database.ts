import { copyTemplate, type TestDatabase, type TestServer } from "./test-server.ts";

/** Where `playwright-setup.ts` leaves the address of the server for the workers. */
export const SERVER_VARIABLE = "ROKAD_TEST_SERVER";

/** Makes a database with the demo's history for a file of journeys; drop it when the file has ended. */
export function freshDatabase(): Promise<TestDatabase> {
  const given = process.env[SERVER_VARIABLE];
  if (given === undefined)
    throw new Error("freshDatabase() is for tests that Playwright runs with playwright.config.ts.");
  return copyTemplate(JSON.parse(given) as TestServer);
}
