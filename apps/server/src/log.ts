import { pino, type Logger } from "pino";

let logger: Logger | undefined;

/** The log of everything that is not a request. Never a mobile number, code, token or account. */
export function log(): Logger {
  logger ??= pino({ level: "warn" });
  return logger;
}

export function useLog(chosen: Logger): void {
  logger = chosen;
}
