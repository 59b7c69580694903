import { setTimeout as sleep } from "node:timers/promises";
import { launchPostgres, type Launch } from "./launch-postgres.ts";

const FIRST_WAIT_MILLISECONDS = 500;
const LONGEST_WAIT_MILLISECONDS = 30_000;

/**
 * Starts the server, and starts it again on its port whenever it ends unasked: a full disk or too little
 * memory ends it, and Rokad goes on once both are back.
 */
export async function keepPostgresRunning(
  launch: Launch,
): Promise<{ port: number; stop(): Promise<void> }> {
  const stopped = new AbortController();
  let restarted = Promise.resolve();
  const ended = () => {
    restarted = restart();
  };
  let server = await launchPostgres({ ...launch, ended });
  const { port } = server;

  async function restart(): Promise<void> {
    let waitMs = FIRST_WAIT_MILLISECONDS;
    while (await isOver(waitMs, stopped.signal)) {
      try {
        server = await launchPostgres({ ...launch, port, ended });
        launch.log("PostgreSQL runs again.");
        return;
      } catch (error) {
        waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MILLISECONDS);
        launch.log(`${(error as Error).message} The next try follows in ${waitMs / 1_000} s.`);
      }
    }
  }

  return {
    port,
    async stop() {
      stopped.abort();
      await restarted;
      await server.stop();
    },
  };
}

/** @returns whether the time passed before the signal. */
function isOver(waitMs: number, signal: AbortSignal): Promise<boolean> {
  return sleep(waitMs, true, { signal, ref: false }).catch(() => false);
}
