import { now } from "@rokad/contract/clock";

export { now, useClock } from "@rokad/contract/clock";

let isSimulated = false;

/** Marks the time as simulated: no other clock can be compared with it. */
export function simulateTime(): void {
  isSimulated = true;
}

export function isTimeSimulated(): boolean {
  return isSimulated;
}

/** `now()` plus some seconds; a negative number gives an earlier time. */
export function secondsFromNow(seconds: number): Date {
  return new Date(now().getTime() + seconds * 1000);
}
