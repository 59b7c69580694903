import {
  eventTypeNames,
  eventTypes,
  eventTypesOf,
  type EventTypeName,
} from "@rokad/contract/event-types";
import { scopeMissing } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";

/**
 * The types of events that a caller gets: those that it wants, and without a wish all that it may
 * read. A key reads the types of its scopes.
 * @returns undefined for all types. @throws 403 `SCOPE_MISSING` for types that the key can't read.
 */
export function readableTypes(
  { apiKey }: Tenant,
  wanted: readonly EventTypeName[] | undefined,
): readonly EventTypeName[] | undefined {
  const readable = apiKey ? eventTypesOf(apiKey.scopes) : eventTypeNames;
  if (wanted === undefined) return readable.length < eventTypeNames.length ? readable : undefined;
  const closed = wanted.filter((type) => !readable.includes(type));
  if (closed.length > 0)
    throw scopeMissing([...new Set(closed.map((type) => eventTypes[type].scope))]);
  return [...new Set(wanted)];
}
