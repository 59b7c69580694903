import { hash, randomUUIDv7 } from "node:crypto";

/** A new UUIDv7: ids sort by creation time, which keeps indexes compact. */
export function newId(): string {
  return randomUUIDv7();
}

/** The form of every id, for expressions that look for one; lower case, as the server writes it. */
export const uuidPattern = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;

/** SHA-256 of a value's JSON with sorted keys, so that equal requests have equal digests. */
export function digest(value: unknown): Buffer {
  return hash("sha256", canonical(value), "buffer");
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const pairs = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${pairs.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}
