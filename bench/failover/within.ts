import { setTimeout as pause } from "node:timers/promises";

/** Waits for something that must come, and not for ever. */
export async function within<T>(
  seconds: number,
  what: string,
  look: () => Promise<T | undefined | false>,
): Promise<T> {
  const deadline = Date.now() + seconds * 1_000;
  let trouble: unknown;
  while (Date.now() < deadline) {
    try {
      const found = await look();
      if (found) return found;
    } catch (error) {
      trouble = error;
    }
    await pause(200);
  }
  throw new Error(`It did not come to it within ${seconds} s that ${what}`, { cause: trouble });
}
