import { limits } from "@rokad/contract/limits";
import { now } from "../../kernel/clock.ts";
import { tooManyRequests } from "../../kernel/errors.ts";
import type { Person } from "../../kernel/person.ts";

const minuteMs = 60_000;

/** The searches of each person in the current minute. */
let counts = new Map<string, number>();
let minute = 0;

/**
 * Counts a search. Each server counts its own: a search changes nothing, and is not worth a write.
 * @throws 429 `TOO_MANY_REQUESTS` above the limit of a minute.
 */
export function limitSearches({ member }: Pick<Person, "member">): void {
  const ms = now().getTime();
  const current = Math.floor(ms / minuteMs);
  if (current !== minute) {
    minute = current;
    counts = new Map();
  }
  const count = (counts.get(member.id) ?? 0) + 1;
  counts.set(member.id, count);
  if (count <= limits.searchesPerMinuteMax) return;
  const seconds = Math.ceil(((current + 1) * minuteMs - ms) / 1000);
  throw tooManyRequests(
    "TOO_MANY_REQUESTS",
    `You searched too often. Try again in ${seconds} seconds.`,
    seconds,
  );
}
