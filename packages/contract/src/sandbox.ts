import * as z from "zod/mini";
import { defineCall, instant, one } from "./call.ts";
import { limits } from "./limits.ts";
import {
  accountNumberPattern,
  id,
  ifscPattern,
  mobile,
  noControlCharacters,
  rupees,
  text,
} from "./fields.ts";

/** What arrives at the sandbox bank, as somebody's bank would send it. */
export const sandboxCredit = z.object({
  /** A virtual account's number. */
  account_number: text({
    required: "Account number is required",
    max: [40, "Account number must not exceed 40 characters"],
  }),
  amount: rupees({
    required: "Amount is required",
    min: [1, "Amount must be at least ₹0.01"],
    max: [limits.depositPaiseMax, "Amount must not exceed ₹10,00,000"],
  }),
  /** An approved bank account that sends it: one's own, and for a super admin anybody's. */
  from_bank_account: z.optional(id),
  /** Who sends it instead. With neither, the bank says nothing of who sent it. */
  sender: z.optional(
    z.object({
      account_number: z
        .string()
        .check(z.regex(accountNumberPattern, "Account number must be 9-18 digits")),
      ifsc_code: z.string().check(z.regex(ifscPattern, "Invalid IFSC code format")),
      name: z.optional(
        z
          .string()
          .check(z.maxLength(100, "Name must not exceed 100 characters"), noControlCharacters()),
      ),
    }),
  ),
  /** Left out, it gets one. */
  utr_reference: z.optional(
    z
      .string()
      .check(z.regex(/^[A-Z0-9]{12,22}$/, "UTR reference must be 12 to 22 letters and digits")),
  ),
});

export type SandboxCredit = z.output<typeof sandboxCredit>;

export const simulateCredit = defineCall({
  name: "simulateCredit",
  summary: "Have play money arrive at the sandbox bank. Absent where the sandbox is not allowed.",
  method: "POST",
  path: "/sandbox/credits",
  who: "person",
  body: sandboxCredit,
  status: 201,
  idempotent: true,
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.object({ utr_reference: z.string() }),
  }),
});

export const followSimulatedCredit = defineCall({
  name: "followSimulatedCredit",
  summary: "What became of play money that was sent to a virtual account of yours",
  method: "GET",
  path: "/sandbox/credits/{utr}",
  who: "person",
  params: z.object({ utr: z.string().check(z.regex(/^[A-Z0-9]{12,22}$/, "This is not a UTR")) }),
  answer: one(
    z.object({
      /** `arriving` until the worker has heard of it; `decided` once it has left suspense again. */
      state: z.enum(["arriving", "credited", "suspense", "decided"]),
      /** Why it is in suspense. */
      why: z.nullable(z.string()),
    }),
  ),
  errors: ["NOT_FOUND"],
});

export const listSandboxMessages = defineCall({
  name: "listSandboxMessages",
  summary: "Texts that the sandbox SMS gateway took, newest first. Absent with a real gateway.",
  method: "GET",
  path: "/sandbox/messages",
  who: "anyone",
  query: z.object({ mobile }),
  answer: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        mobile: z.string(),
        text: z.string(),
        code: z.nullable(z.string()),
        purpose: z.string(),
        created_at: instant(),
      }),
    ),
  }),
});
