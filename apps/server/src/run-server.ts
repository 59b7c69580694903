import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { startJobs } from "./jobs/start-jobs.ts";
import { keepSealing } from "./ledger/keep-sealing.ts";
import { useLog } from "./log.ts";
import { startWorker } from "./payouts/worker.ts";
import { pino } from "pino";
import { workOfJobs } from "./work-of-jobs.ts";

interface Life {
  /** Resolves when the process is told to stop. */
  readonly stopping: Promise<void>;
  readonly print: (line: string) => void;
}

/**
 * Serves and works until the process is told to stop, then finishes what it has begun: the
 * requests under way are answered and the worker's round ends.
 */
export async function runServer(config: Config, { stopping, print }: Life): Promise<void> {
  useLog(pino({ level: config.logLevel }));
  const stopWorker =
    config.role === "api"
      ? async () => {}
      : startWorker({ pollMs: config.workerPollMs, claimSeconds: config.claimSeconds });
  const stopJobs = config.role === "api" ? async () => {} : startJobs(workOfJobs);
  const stopSealing = config.role === "api" ? async () => {} : keepSealing();
  const app = config.role === "worker" ? undefined : await createApp(config);
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
  await app?.close();
  await Promise.all([stopWorker(), stopJobs(), stopSealing()]);
}

const demoSignIns = `Demo sign-ins (the code is shown on the page and here):
  super admin 9000000001
  operator    9000000002
  retailer    9000000003`;
