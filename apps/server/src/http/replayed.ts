import type { Person } from "../kernel/person.ts";

/** Requests whose answer is an earlier one's, by their person, which each request has of its own. */
const replayed = new WeakSet<Person>();

/** Notes that a request repeats an earlier one: its answer says so in `Idempotency-Replayed`. */
export function markReplayed(person: Person): void {
  replayed.add(person);
}

export function isReplayed(person: Person | undefined): boolean {
  return person !== undefined && replayed.has(person);
}
