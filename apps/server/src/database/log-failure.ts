import { isDatabaseUnreachable } from "./db.ts";
import { log } from "../kernel/log.ts";

const unreachableLineMs = 60_000;

let lastLineAt = -Infinity;
let failuresSince = 0;

/**
 * Logs a failure of work that is repeated until it succeeds. While the database is unreachable
 * or full, every such work fails at each try, so these failures share one line a minute, which counts them.
 * @param message what failed, for the log.
 * @param fields what else the line has, such as the name of the task.
 */
export function logFailure(error: unknown, message: string, fields: object = {}): void {
  if (!isDatabaseUnreachable(error)) {
    log().error({ err: error, ...fields }, message);
    return;
  }
  failuresSince += 1;
  const at = performance.now();
  if (at - lastLineAt < unreachableLineMs) return;
  log().error(
    { err: error, ...fields, failures: failuresSince },
    "The database is unreachable or full. Rokad keeps trying.",
  );
  lastLineAt = at;
  failuresSince = 0;
}
