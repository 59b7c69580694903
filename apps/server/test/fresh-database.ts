import { copyTemplate, type TestDatabase, type TestServer } from "./test-server.ts";

/** Where `playwright-setup.ts` leaves the address of the server for the workers. */
export const SERVER_VARIABLE = "ROKAD_TEST_SERVER";

/** Makes a migrated, otherwise empty database for a journey (a Playwright test file); drop it in `afterAll`. */
export function freshDatabase(): Promise<TestDatabase> {
  const given = process.env[SERVER_VARIABLE];
  if (given === undefined)
    throw new Error("freshDatabase() is for tests that Playwright runs with playwright.config.ts.");
  return copyTemplate(JSON.parse(given) as TestServer);
}
