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
    while (await isBusy(client)) await wait(20);
  } finally {
    await client.end();
    const gone = once(server, "exit");
    server.kill("SIGTERM");
    await gone;
  }
}

/** Whether jobs are open, or what a search finds is still written behind the ledger. */
async function isBusy(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ busy: boolean }>(`
    select exists (select from background_jobs where status in ('waiting', 'running'))
      or exists (select from ledger_postings where id > (select posting_id from search_head)) as busy
  `);
  return rows[0]?.busy === true;
}
