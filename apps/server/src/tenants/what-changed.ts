import { isDeepStrictEqual } from "node:util";

/** Of two states of a thing, only the fields in which they differ: for the audit log. */
export function whatChanged<T extends object>(before: T, after: T) {
  const changed = (Object.keys(after) as (keyof T)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  const pick = (state: T) => Object.fromEntries(changed.map((field) => [field, state[field]]));
  return { before: pick(before), after: pick(after) };
}
