import * as z from "zod/mini";
import { noControlCharacters } from "./form-fields.ts";
import { limits } from "./limits.ts";
import type { SearchOrder } from "./search-orders.ts";

/* What the searches of all histories share. */

/**
 * Words of a name or remarks, each from its start; an amount (`₹1,23,456.00` or `123456`); the last
 * four digits of an account number, or all of it; a whole UPI ID, UTR or reference.
 */
export const searchText = z
  .string({ error: "Type what to search for" })
  .check(
    z.trim(),
    z.maxLength(limits.searchCharsMax, "Search must not exceed 100 characters"),
    noControlCharacters(),
  );

/** The `next` of the previous page. */
export const searchAfter = z.optional(z.string().check(z.maxLength(200)));

/** A page of matches. Nothing is counted: `next` says that the search goes on. */
export function matchesAnswer<T extends z.ZodMiniType>(item: T) {
  return z.object({
    success: z.literal(true),
    data: z.array(item),
    /**
     * The `after` of the next page; null at the end. A request reads 2,000 entries at most, so a page
     * can have fewer rows, or none, and still go on.
     */
    next: z.nullable(z.string()),
    /** Too many words begin with what was typed, and some were not looked up: type more of it. */
    is_too_wide: z.boolean(),
  });
}

/** A search has a text, or an order by amount. */
export function validSearch() {
  return z.check<{ search?: string | undefined; sort: SearchOrder }>((context) => {
    const { search, sort } = context.value;
    if (search || sort === "largest" || sort === "smallest") return;
    context.issues.push({
      code: "custom",
      message: "Type what to search for",
      path: ["search"],
      input: context.value,
    });
  });
}
