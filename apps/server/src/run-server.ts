import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { beatSeconds, heartbeatOf } from "./operations/activity/heartbeat.ts";
import { assertSameSecret } from "./operations/activity/assert-same-secret.ts";
import { assertCell } from "./operations/cells/assert-cell.ts";
import { checkEnvironment } from "./operations/environment/check-environment.ts";
import { createApp } from "./app.ts";
import { writeRequests } from "./identity/api-keys/request-log.ts";
import { warnOfOtherHosts } from "./identity/own-passkeys/count-hosts.ts";
import { PostgresError } from "./database/embedded/postgres-error.ts";
import { watchSchemaSupport } from "./database/migrations/schema-support.ts";
import { checkClock } from "./database/clock-check.ts";
import type { BackgroundWork } from "./background-work.ts";
import { now } from "./kernel/clock.ts";
import type { Config } from "./kernel/config.ts";
import { isRecentRound } from "./operations/activity/list-processes.ts";
import { metricsSetup } from "./operations/metrics/metrics-setup.ts";
import { database } from "./database/db.ts";
import { startPeriodicTasks } from "./worker/periodic-tasks.ts";
import { log, createLog, useLog } from "./kernel/log.ts";
import { listenForWork, wakeOtherWorkers } from "./worker/wake-other-workers.ts";
import { watchReplica } from "./database/replica.ts";
import { rereadDataKeys } from "./database/encryption/data-keys.ts";

const exitDelayMs = 2_000;
/** After the console listens: as long as a worker pauses between two polls. */
const workerDelayMs = 250;

interface ServerOptions {
  /** Resolves when the process is asked to stop. */
  readonly stopping: Promise<void>;
  readonly print: (line: string) => void;
}

/**
 * Serves requests and runs background work until the process is asked to stop, or a newer version
 * ends the support of this one. Then it shuts down gracefully: load balancers notice first, open
 * requests are answered, and current work finishes.
 * @throws {PostgresError} after a stop by a newer version, so that the exit code is 1.
 */
export async function runServer(config: Config, { stopping, print }: ServerOptions): Promise<void> {
  useLog(createLog(config.logLevel));
  await assertSameSecret();
  // The first heartbeat is sent before any work starts.
  let background: BackgroundWork | undefined;
  const heart = heartbeatOf({ role: config.role, polledAt: () => background?.polledAt() });
  await checkEnvironment(config.environment, async (db) => {
    await assertCell(db, config.cell);
    await heart.beat(db);
  });
  await checkClock();
  await warnOfOtherHosts();
  const stopNotifying = config.role === "api" ? wakeOtherWorkers() : async () => {};
  const stopTracing = await traceProcess(config);
  let isStopping = false;
  const app =
    config.role === "worker"
      ? undefined
      : await createApp(config, {
          isStopping: () => isStopping,
          polledAt: () => background?.polledAt(),
        });
  if (app) await listen(app, config, print);
  if (config.role !== "api") {
    // Loading the worker's part would hold up the first pages.
    if (app) await Promise.race([pause(workerDelayMs), stopping]);
    const { startBackgroundWork } = await import("./background-work.ts");
    background = startBackgroundWork(config);
  }
  const listener = background && listenForWork();
  const support = watchSchemaSupport();
  const stopTasks = startPeriodicTasks([
    { name: "heartbeat", everyMs: beatSeconds * 1_000, run: () => heart.beat(), atEnd: heart.end },
    { name: "schema", everyMs: beatSeconds * 1_000, run: support.run },
    { name: "clock", everyMs: 60_000, run: checkClock },
    { name: "replica", everyMs: 2_000, run: watchReplica },
    { name: "data keys", everyMs: 3_000, run: () => rereadDataKeys(database()) },
    { name: "request log", everyMs: 1_000, run: writeRequests, atEnd: writeRequests },
    ...(listener ? [{ name: "listener", everyMs: 20_000, run: listener.probe }] : []),
  ]);
  const workerServer = await serveWorker(config, {
    isStopping: () => isStopping,
    polledAt: () => background?.polledAt(),
    print,
  });
  if (!app) print("Rokad's worker is running");
  const problem = await Promise.race([stopping, support.ended]);
  if (problem !== undefined) log().error(problem);
  print("Stopping …");
  isStopping = true;
  await stopWithin(config.shutdown.atMostSeconds, app, async () => {
    if (app) await drain(app, config.shutdown.drainSeconds);
    await Promise.all([background?.stop(), listener?.stop(), stopNotifying()]);
    await stopTasks();
    await workerServer?.close();
    await stopTracing?.();
  });
  if (problem !== undefined) throw new PostgresError(problem);
}

/** Its parts are loaded only where a collector is set. */
async function traceProcess({ tracing }: Config): Promise<(() => Promise<void>) | undefined> {
  if (!tracing) return undefined;
  const { startTracing } = await import("./operations/tracing/start-tracing.ts");
  return startTracing(tracing);
}

interface WorkerServerOptions {
  readonly isStopping: () => boolean;
  readonly polledAt: () => Date | undefined;
  readonly print: (line: string) => void;
}

/** Serves health and metrics of a process without the API, if it has a port for them. */
async function serveWorker(
  config: Config,
  { isStopping, polledAt, print }: WorkerServerOptions,
): Promise<FastifyInstance | undefined> {
  if (config.role !== "worker" || config.workerPort === undefined) return undefined;
  const startedAt = now();
  const { createWorkerServer } = await import("./http/worker-server.ts");
  const server = await createWorkerServer(config, {
    isStopping,
    findProblem: () =>
      isRecentRound(polledAt() ?? startedAt) ? undefined : "the worker does not poll payouts",
    metrics: metricsSetup(config, polledAt),
  });
  await server.listen({ port: config.workerPort, host: config.host });
  const address = server.addresses()[0];
  const port = typeof address === "object" ? address.port : config.workerPort;
  print(`Its health and metrics are at http://${config.host}:${port}`);
  return server;
}

async function listen(app: FastifyInstance, config: Config, print: (line: string) => void) {
  await app.listen({ port: config.port, host: config.host });
  const address = app.addresses()[0];
  print(
    `Rokad is at http://${config.host}:${typeof address === "object" ? address.port : config.port}`,
  );
  if (config.demoAccounts) print(demoSignIns);
}

/** Accepts requests until load balancers have noticed the stop, then answers the open ones. */
async function drain(app: FastifyInstance, seconds: number): Promise<void> {
  await pause(seconds * 1_000);
  await app.close();
}

/**
 * Limits the time of a shutdown: first closes all connections, two seconds later ends the process.
 * Nothing is lost, because acknowledged work is committed and leases expire.
 */
async function stopWithin(
  seconds: number,
  app: FastifyInstance | undefined,
  stop: () => Promise<void>,
): Promise<void> {
  const closeConnections = setTimeout(() => {
    log().warn({ seconds }, "The shutdown takes too long; open connections are closed");
    app?.server.closeAllConnections();
  }, seconds * 1_000);
  const endProcess = setTimeout(() => process.exit(1), seconds * 1_000 + exitDelayMs);
  await stop();
  clearTimeout(closeConnections);
  clearTimeout(endProcess);
}

const demoSignIns = `Demo sign-ins (the code is shown on the page and here):
  super admin 9000000001
  operator    9000000002
  retailer    9000000003`;
