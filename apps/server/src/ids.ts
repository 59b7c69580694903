import { hash, randomUUIDv7 } from "node:crypto";

/** A new id: UUIDv7, so that ids sort by the time they were made and indexes stay compact. */
export function newId(): string {
  return randomUUIDv7();
}

/** SHA-256 of a value's JSON with its keys in order: equal requests have equal digests. */
export function digest(value: unknown): Buffer {
  return hash("sha256", canonical(value), "buffer");
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const pairs = Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${pairs.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}
