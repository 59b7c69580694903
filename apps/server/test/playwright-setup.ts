import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { startServer } from "../../../e2e/start-server.ts";
import { buildWeb, isWebStale } from "../../../scripts/build-web.ts";
import { SERVER_VARIABLE } from "./fresh-database.ts";
import { closeTemplate, copyTemplate, startTestServer } from "./test-server.ts";

/**
 * Playwright's global setup: one PostgreSQL for all journeys, and in it the template with the demo's
 * history that each file of journeys gets a copy of. Playwright asks for a default export, and hands
 * our environment to its workers.
 */
export default async function startForJourneys(): Promise<() => Promise<void>> {
  // Journeys of a console that is missing or stale fail one by one, each after its whole limit.
  if (isWebStale() && !(await buildWeb({ show: true })).ok)
    throw new Error("The console did not build");
  const { stop, ...empty } = await startTestServer();
  try {
    const { name, url } = await copyTemplate(empty);
    await makeDemo(url);
    await closeTemplate(empty, name);
    process.env[SERVER_VARIABLE] = JSON.stringify({ ...empty, template: name });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** Runs the program once, until the demo's history is there and nothing in it is left to do. */
async function makeDemo(url: string): Promise<void> {
  const { server } = await startServer(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    while (await hasJobs(client)) await wait(20);
  } finally {
    await client.end();
    const gone = once(server, "exit");
    server.kill("SIGTERM");
    await gone;
  }
}

async function hasJobs(client: pg.Client): Promise<boolean> {
  const open = "SELECT 1 FROM background_jobs WHERE status IN ('waiting', 'running') LIMIT 1";
  return (await client.query(open)).rowCount !== 0;
}
