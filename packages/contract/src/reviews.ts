import * as z from "zod/mini";
import { count, instant } from "./call.ts";
import { id } from "./fields.ts";
import { noControlCharacters, text } from "./form-fields.ts";
import { limits } from "./limits.ts";

/** Shared by the reviews of deposits and of bank accounts. */

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
  isMultiline: true,
});
const ids = z
  .array(id, { error: "Choose at least one" })
  .check(
    z.minLength(1, "Choose at least one"),
    z.maxLength(limits.bulkReviewMax, "Choose at most 100 at once"),
  );

export const approvalBody = z.object({ note });
export const rejectionBody = z.object({ reason });
export const manyApprovalsBody = z.object({ ids, note });
export const manyRejectionsBody = z.object({ ids, reason });

/** The tenant of the request. */
export const requester = z.object({ id, name: z.string(), phone: z.string() });

const warningCodes = [
  "ACCOUNT_REVOKED",
  "AMOUNT_DIFFERS",
  "ARRIVED_ANOTHER_WAY",
  "BANK_DIFFERS",
  "BANK_KNOWS_NO_SUCH_ACCOUNT",
  "BRANCH_UNKNOWN",
  "FIRST_DEPOSIT",
  "IFSC_UNKNOWN",
  "NAME_AT_BANK_DIFFERS",
  "NAME_DIFFERS",
  "RECEIVING_ACCOUNT_INACTIVE",
  "REJECTED_BEFORE",
  "REVOKED_BEFORE",
  "SAME_AMOUNT",
  "STATEMENT_DIFFERS",
  "TAKEN_BACK",
  "TENANT_INACTIVE",
  "USED_BY_ANOTHER",
  "UTR_REFUSED_BEFORE",
  "UTR_SHAPE",
] as const;

/** A risk that the reviewer should check. `code` is for programs, `message` for people. */
export const warning = z
  .object({ code: z.enum(warningCodes), message: z.string() })
  .register(z.globalRegistry, { id: "ReviewWarning" });
export type ReviewWarning = z.output<typeof warning>;

/** The result of one of several decisions. An error does not undo the others. */
const outcome = z
  .object({
    id,
    outcome: z.enum(["approved", "first_approval", "rejected", "refused"]),
    /** For people; for an error the message of the single call. */
    message: z.string(),
    /** The error code of a `refused` one; null otherwise. */
    code: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "ReviewOutcome" });
export type ReviewOutcome = z.output<typeof outcome>;

export const manyOutcomes = z.object({ success: z.literal(true), data: z.array(outcome) });

/** Figures of the whole queue, without the page's filters. */
export const queueFigures = {
  waiting: count(),
  oldest_waiting_at: z.nullable(instant()),
  approved_today: count(),
  rejected_today: count(),
};
