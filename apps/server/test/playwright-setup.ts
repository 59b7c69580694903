import { SERVER_VARIABLE } from "./fresh-database.ts";
import { startTestServer } from "./test-server.ts";

/** Playwright's global setup: one PostgreSQL for all journeys. Playwright asks for a default export, and hands our environment to its workers. */
export default async function startForJourneys(): Promise<() => Promise<void>> {
  const { stop, ...server } = await startTestServer();
  process.env[SERVER_VARIABLE] = JSON.stringify(server);
  return stop;
}
