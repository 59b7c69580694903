import { sql, type RawBuilder } from "kysely";

/** A time as a cursor has it: whole microseconds since 1970, as text, because a `Date` would round. */
export const microsecondsOf = (at: RawBuilder<unknown>) =>
  sql<string>`(extract(epoch from ${at}) * 1000000)::bigint::text`;

/** The time of a cursor. */
export const timeOf = ({ time }: { readonly time: string }) =>
  sql<Date>`(timestamptz 'epoch' + ${time}::bigint * interval '1 microsecond')`;
