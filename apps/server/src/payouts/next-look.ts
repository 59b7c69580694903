import { secondsFromNow } from "../clock.ts";

const lookSecondsMax = 15 * 60;
const trySecondsMax = 60;

/**
 * When to ask next: after 2, 4, 8, … seconds, at most every 15 minutes.
 * @param looks that have ended: a worker that was killed with its claim has asked nobody in vain
 */
export function nextLook(looks: number): Date {
  return secondsFromNow(Math.min(2 ** Math.min(looks, 20), lookSecondsMax));
}

/** When to try again what no provider has taken: sooner, because nothing of it is anywhere. */
export function nextTry(looks: number): Date {
  return secondsFromNow(Math.min(2 ** Math.min(looks, 20), trySecondsMax));
}
