import { pino, type DestinationStream, type Level, type Logger } from "pino";
import { redactSecrets } from "./redact-secrets.ts";
import { runningTrace } from "./tracing.ts";

let logger: Logger | undefined;

/** The log of this process. Never log a mobile number, code, token, key, account number or UPI id. */
export function log(): Logger {
  logger ??= createLog("warn");
  return logger;
}

/** Replaces the log of this process. */
export function useLog(replacement: Logger): void {
  logger = replacement;
}

/** @param to where lines are written; standard output by default. */
export function createLog(level: Level | "silent", to?: DestinationStream): Logger {
  const options = { level, serializers: { err: redactedError }, mixin: traceOfLine };
  return to ? pino(options, to) : pino(options);
}

function traceOfLine(): object {
  const trace = runningTrace();
  return trace ? { trace_id: trace.traceId } : {};
}

/**
 * The parts of an error that may be logged. PostgreSQL puts the values of a row into `detail`, and
 * any message may contain a secret, so the message is redacted and other fields are dropped.
 */
function redactedError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const message = redactSecrets(error.message);
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const { code, constraint, table } = error as {
    code?: string;
    constraint?: string;
    table?: string;
  };
  return {
    type: error.name,
    message,
    stack: [`${error.name}: ${message}`, ...frames].join("\n"),
    ...(typeof code === "string" && { code }),
    ...(constraint && { constraint }),
    ...(table && { table }),
    ...(error.cause !== undefined && { cause: redactedError(error.cause) }),
  };
}
