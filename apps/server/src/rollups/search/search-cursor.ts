import { invalidInput } from "../../kernel/errors.ts";
import { uuidPattern } from "../../kernel/ids.ts";

/** The last entry that a page read, in the order of the search. */
export interface Position {
  /** The term of an order by amount; empty in an order by time. */
  readonly term: string;
  /** Microseconds since 1970, as text: more exact than a date. */
  readonly time: string;
  readonly id: string;
}

const shape = new RegExp(String.raw`^(a\d{15})?\.(-?\d{1,17})\.(${uuidPattern})$`);

export function writeCursor({ term, time, id }: Position): string {
  return Buffer.from(`${term}.${time}.${id}`).toString("base64url");
}

/** @throws 400 for a text that is no cursor of this order. */
export function readCursor(
  text: string | undefined,
  { isByAmount }: { readonly isByAmount: boolean },
): Position | undefined {
  if (text === undefined) return undefined;
  const parts = shape.exec(Buffer.from(text, "base64url").toString());
  const [, term = "", time, id] = parts ?? [];
  if (!time || !id || isByAmount !== (term !== ""))
    throw invalidInput({ after: "after must be the `next` of a page" });
  return { term, time, id };
}

export function startOf({ term, time, id }: Position): Position {
  return { term, time, id };
}
