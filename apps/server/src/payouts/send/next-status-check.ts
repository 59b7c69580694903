import { secondsFromNow } from "../../kernel/clock.ts";

const checkSecondsMax = 15 * 60;
const sendSecondsMax = 60;

/**
 * When to check the status next: after 2, 4, 8, … seconds, at most 15 minutes.
 * @param statusChecks completed checks; a worker that crashed with its lease completed none.
 */
export function nextStatusCheck(statusChecks: number): Date {
  return backOff(statusChecks, checkSecondsMax);
}

/** When to send again what no provider has taken: within a minute, since nothing can be doubled. */
export function nextSendAttempt(statusChecks: number): Date {
  return backOff(statusChecks, sendSecondsMax);
}

function backOff(attempts: number, secondsMax: number): Date {
  return secondsFromNow(Math.min(2 ** Math.min(attempts, 20), secondsMax));
}
