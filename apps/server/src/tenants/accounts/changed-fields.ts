import { isDeepStrictEqual } from "node:util";

/** The fields in which two states differ, with both values, for the audit log. */
export function changedFields<T extends object>(before: T, after: T) {
  const fields = (Object.keys(after) as (keyof T)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  const pick = (state: T) => Object.fromEntries(fields.map((field) => [field, state[field]]));
  return { before: pick(before), after: pick(after) };
}
