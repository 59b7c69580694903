import * as z from "zod/mini";

/* What the lists by cursor for programs share. */

/** The `next` of the previous page of the same list and filter. */
export const after = z.optional(
  z.string().check(z.regex(/^[\w-]{1,120}$/, "after must be the `next` of a page")),
);

/** A UTR as banks and apps write it: capitals, separators and leading zeros don't matter. */
export const utr = z.optional(
  z
    .string()
    .check(
      z.trim(),
      z.toUpperCase(),
      z.regex(/^[A-Z0-9][A-Z0-9/ .-]{7,39}$/, "A UTR has 8 to 40 letters and digits"),
    ),
);

/** A page of a list by cursor. Nothing is counted. */
export function cursorAnswer<T extends z.ZodMiniType>(item: T) {
  return z.object({
    success: z.literal(true),
    data: z.array(item),
    /** The `after` of the next page; null at the end. */
    next: z.nullable(z.string()),
  });
}
