import { readSnapshot } from "../../database/read-snapshot.ts";
import { logFailure } from "../../database/log-failure.ts";
import { measureBalanceAges, measureBooks } from "./measure-books.ts";
import { measureDrill } from "./measure-drill.ts";
import { measureApprovals } from "./measure-approvals.ts";
import { measureGateways, measureProcesses } from "./measure-processes.ts";
import { measurePayouts, measureProviders } from "./measure-payouts.ts";
import { measureQueues } from "./measure-queues.ts";
import { measureSystems } from "./measure-systems.ts";
import { measureVerification } from "./measure-verification.ts";
import type { Sample } from "./platform-metrics.ts";

const cacheMs = 5_000;
/** Of each statement: a slow one must not hold up the scrape. */
const querySecondsMax = 3;

interface Reading {
  readonly at: number;
  /** Undefined when the database did not answer. */
  readonly samples: Promise<readonly Sample[] | undefined>;
}

/**
 * Reads all metrics of the platform from the database, at most every five seconds in this process.
 * No query grows with the number of finished payouts.
 */
export function samplesReader(): () => Promise<readonly Sample[] | undefined> {
  let reading: Reading | undefined;
  return () => {
    if (!reading || performance.now() - reading.at > cacheMs)
      reading = { at: performance.now(), samples: readSamples() };
    return reading.samples;
  };
}

async function readSamples(): Promise<readonly Sample[] | undefined> {
  try {
    // These use connections of their own, so they come before the snapshot, which holds one.
    const status = [
      ...(await measureProviders()),
      ...(await measureProcesses()),
      ...(await measureGateways()),
      ...(await measureVerification()),
      ...(await measureDrill()),
      ...(await measureBalanceAges()),
    ];
    const rest = await readSnapshot(
      async (db) => [
        ...(await measurePayouts(db)),
        ...(await measureQueues(db)),
        ...(await measureBooks(db)),
        ...(await measureApprovals(db)),
        ...(await measureSystems(db)),
      ],
      { seconds: querySecondsMax },
    );
    return [...status, ...rest];
  } catch (error) {
    logFailure(error, "The metrics could not be read from the database");
    return undefined;
  }
}
