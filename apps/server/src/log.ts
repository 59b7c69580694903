import { pino, type DestinationStream, type Level, type Logger } from "pino";
import { withoutSecrets } from "./providers/without-secrets.ts";

let logger: Logger | undefined;

/** The log of this process. Never a mobile number, code, token, key, account number or UPI id. */
export function log(): Logger {
  logger ??= makeLog("warn");
  return logger;
}

export function useLog(chosen: Logger): void {
  logger = chosen;
}

/** @param to standard output unless told. */
export function makeLog(level: Level | "silent", to?: DestinationStream): Logger {
  const options = { level, serializers: { err: plainError } };
  return to ? pino(options, to) : pino(options);
}

/**
 * What may be told of an error. PostgreSQL's own carry the values of the row in their `detail`, and
 * whoever throws may have put anything into a message, so only these are taken over.
 */
function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const message = withoutSecrets(error.message);
  const places = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const { code, constraint, table } = error as {
    code?: string;
    constraint?: string;
    table?: string;
  };
  return {
    type: error.name,
    message,
    stack: [`${error.name}: ${message}`, ...places].join("\n"),
    ...(typeof code === "string" && { code }),
    ...(constraint && { constraint }),
    ...(table && { table }),
    ...(error.cause !== undefined && { cause: plainError(error.cause) }),
  };
}
