import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";

/** Where the tests of a run leave what was logged, for the one that reads all of it at the end. */
export const testLogs = join(import.meta.dirname, "../../../.cache/test-logs");

/** A new file there: for a log, or for what another process prints. */
export function testLogFile(): string {
  mkdirSync(testLogs, { recursive: true });
  return join(testLogs, `${process.pid}-${performance.now().toString(36)}.log`);
}

export const testLogDestination = () => pino.destination({ dest: testLogFile(), sync: true });
