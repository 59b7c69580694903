import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { beatSeconds, heartbeatOf } from "./activity/heartbeat.ts";
import { refuseOtherSecret } from "./activity/refuse-other-secret.ts";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { tellOfFailures } from "./exports/tell-of-failures.ts";
import { startJobs } from "./jobs/start-jobs.ts";
import { keepSealing } from "./ledger/keep-sealing.ts";
import { database } from "./db.ts";
import { startDuties, type Duty } from "./duties.ts";
import { forgetOld } from "./forget-old.ts";
import { log, makeLog, useLog } from "./log.ts";
import { reroutePayouts } from "./payouts/reroute-payouts.ts";
import { watchPayouts } from "./payouts/watch-payouts.ts";
import { hearOfWork, wakeWorkersElsewhere } from "./payouts/wake-workers-elsewhere.ts";
import { startWorker } from "./payouts/worker.ts";
import { writeMeasurements } from "./providers/measurements.ts";
import { probeProviders } from "./providers/probe-providers.ts";
import { watchReplica } from "./replica.ts";
import { rereadDataKeys } from "./sealing/data-keys.ts";
import { reconcileNightly } from "./reconciliation/reconcile-nightly.ts";
import { foldAdapterSums } from "./sums/fold-adapter-sums.ts";
import { verifyNightly } from "./verification/verify-nightly.ts";
import { readMissedCredits } from "./virtual-accounts/read-missed-credits.ts";
import { workOfJobs } from "./work-of-jobs.ts";

const lastMomentMs = 2_000;

interface Life {
  /** Resolves when the process is told to stop. */
  readonly stopping: Promise<void>;
  readonly print: (line: string) => void;
}

/**
 * Serves and works until the process is told to stop, then finishes what it has begun: a load
 * balancer is told first, requests under way are answered, and the worker's round ends.
 */
export async function runServer(config: Config, { stopping, print }: Life): Promise<void> {
  useLog(makeLog(config.logLevel));
  await refuseOtherSecret();
  const worker =
    config.role === "api"
      ? undefined
      : startWorker({ pollMs: config.workerPollMs, claimSeconds: config.claimSeconds });
  const hearing = worker && hearOfWork();
  const stopTelling = worker ? async () => {} : wakeWorkersElsewhere();
  const stopJobs = config.role === "api" ? async () => {} : startJobs(workOfJobs);
  const stopSealing = config.role === "api" ? async () => {} : keepSealing();
  const heart = heartbeatOf({ role: config.role, workedAt: () => worker?.workedAt() });
  const endDuties = startDuties([
    { everyMs: beatSeconds * 1_000, work: heart.beat, atEnd: heart.end },
    { everyMs: 2_000, work: watchReplica },
    { everyMs: 3_000, work: () => rereadDataKeys(database()) },
    ...(hearing ? [{ everyMs: 20_000, work: hearing.probe }, ...duties] : []),
  ]);
  let isStopping = false;
  const app =
    config.role === "worker"
      ? undefined
      : await createApp(config, { isStopping: () => isStopping });
  if (app) {
    await app.listen({ port: config.port, host: config.host });
    const address = app.addresses()[0];
    print(
      `Rokad is at http://${config.host}:${typeof address === "object" ? address.port : config.port}`,
    );
    if (config.demoAccounts) print(demoSignIns);
  } else {
    print("Rokad's worker is running");
  }
  await stopping;
  print("Stopping …");
  isStopping = true;
  await withinSeconds(config.shutdown.atMostSeconds, app, async () => {
    if (app) await drain(app, config.shutdown.drainSeconds);
    await Promise.all([worker?.stop(), hearing?.stop(), stopTelling(), stopJobs(), stopSealing()]);
    await endDuties();
  });
}

/** Takes requests until load balancers have seen that it stops, then answers those it has taken. */
async function drain(app: FastifyInstance, seconds: number): Promise<void> {
  await pause(seconds * 1_000);
  await app.close();
}

/**
 * The end comes in time, whatever still runs: first connections are broken off, a moment later
 * the process. What was acknowledged is committed, and claims run out.
 */
async function withinSeconds(
  seconds: number,
  app: FastifyInstance | undefined,
  stop: () => Promise<void>,
): Promise<void> {
  const breakOff = setTimeout(() => {
    log().warn({ seconds }, "What is under way takes too long to stop, and is broken off");
    app?.server.closeAllConnections();
  }, seconds * 1_000);
  const giveUp = setTimeout(() => process.exit(1), seconds * 1_000 + lastMomentMs);
  await stop();
  clearTimeout(breakOff);
  clearTimeout(giveUp);
}

/** What a worker sees to besides payouts. */
const duties: readonly Duty[] = [
  { everyMs: 60 * 60_000, work: () => forgetOld(database()) },
  { everyMs: 2_000, work: writeMeasurements, atEnd: writeMeasurements },
  { everyMs: 2_000, work: reroutePayouts },
  { everyMs: 30_000, work: probeProviders },
  { everyMs: 5_000, work: tellOfFailures },
  { everyMs: 5_000, work: () => foldAdapterSums(database()) },
  { everyMs: 60_000, work: watchPayouts },
  { everyMs: 5 * 60_000, work: readMissedCredits },
  { everyMs: 10 * 60_000, work: verifyNightly },
  { everyMs: 10 * 60_000, work: reconcileNightly },
];

const demoSignIns = `Demo sign-ins (the code is shown on the page and here):
  super admin 9000000001
  operator    9000000002
  retailer    9000000003`;
