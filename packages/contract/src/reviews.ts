import * as z from "zod/mini";
import { count, instant } from "./call.ts";
import { id, noControlCharacters, text } from "./fields.ts";
import { limits } from "./limits.ts";

/** What the reviews of deposits and of bank accounts have in common. */

const note = z.optional(
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(limits.reasonCharsMax, "Note must not exceed 200 characters"),
      noControlCharacters(),
    ),
);
const reason = text({
  required: "A reason is required",
  max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
});
const ids = z
  .array(id, { error: "Choose at least one" })
  .check(
    z.minLength(1, "Choose at least one"),
    z.maxLength(limits.reviewedAtOnceMax, "Choose at most 100 at once"),
  );

export const approvalBody = z.object({ note });
export const rejectionBody = z.object({ reason });
export const manyApprovalsBody = z.object({ ids, note });
export const manyRejectionsBody = z.object({ ids, reason });

/** Whose request it is. */
export const asker = z.object({ id, name: z.string(), phone: z.string() });

/** Something that a reviewer should look at twice. `code` is for programs, `message` for people. */
export const warning = z
  .object({ code: z.string(), message: z.string() })
  .register(z.globalRegistry, { id: "ReviewWarning" });
export type ReviewWarning = z.output<typeof warning>;

/** What became of one of several. One that was refused does not undo the others. */
const outcome = z
  .object({
    id,
    outcome: z.enum(["approved", "first_approval", "rejected", "refused"]),
    /** The sentence for the person; of a refusal the same that it gets alone. */
    message: z.string(),
    /** The error code of a refusal. */
    code: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "ReviewOutcome" });
export type ReviewOutcome = z.output<typeof outcome>;

export const manyOutcomes = z.object({ success: z.literal(true), data: z.array(outcome) });

/** How long the queue is, whatever a page's filters show of it. */
export const queueFigures = {
  waiting: count(),
  oldest_waiting_at: z.nullable(instant()),
  approved_today: count(),
  rejected_today: count(),
};
