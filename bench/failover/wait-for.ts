import { setTimeout as pause } from "node:timers/promises";

/** Repeats a check until it returns a value. @throws after the time limit, with the last error. */
export async function waitFor<T>(
  seconds: number,
  condition: string,
  check: () => Promise<T | undefined | false>,
): Promise<T> {
  const endsAt = Date.now() + seconds * 1_000;
  let lastError: unknown;
  while (Date.now() < endsAt) {
    try {
      const value = await check();
      if (value) return value;
    } catch (error) {
      lastError = error;
    }
    await pause(200);
  }
  throw new Error(`Not within ${seconds} s: ${condition}`, { cause: lastError });
}
