import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant, messageAnswer, money } from "./call.ts";
import { id, idParams } from "./fields.ts";
import { text } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { payoutStatuses } from "./payouts.ts";
import { sampleIds } from "./samples.ts";

/** What must end before the balance can be paid out, or before the empty account closes. */
export const closingBlockers = [
  "payouts",
  "deposits",
  "requests",
  "receivable",
  "maximum",
] as const;

export const closing = z
  .object({
    /** Null while nobody closes the account. */
    started: z.nullable(
      z.object({
        at: instant(),
        /** Null if money came back after the account was closed. */
        by: z.nullable(z.string()),
        reason: z.string(),
      }),
    ),
    balance: money,
    blockers: z.array(
      z.object({
        kind: z.enum(closingBlockers),
        count: count(),
        amount: money,
        /** Who ends them, and how. */
        sentence: z.string(),
      }),
    ),
    /** A withdrawal failed, or money came back: a super admin has to act. */
    needs_attention: z.boolean(),
    /** The payouts that pay out the balance; empty if no provider takes it. */
    parts: z.array(money),
    /** A balance below the providers' minimum; it can only be set aside. */
    remainder: z.nullable(money),
    /** The tenant's approved bank accounts. */
    accounts: z.array(
      z.object({
        id,
        account_holder_name: z.string(),
        bank_name: z.string(),
        /** As screens show it. */
        account_number: z.string(),
        ifsc_code: z.string(),
      }),
    ),
    /** Withdrawals of this closing, newest first. */
    withdrawals: z.array(
      z.object({
        id,
        reference_id: z.string(),
        created_at: instant(),
        amount: money,
        status: z.enum(payoutStatuses),
        failure_reason: z.nullable(z.string()),
        utr_number: z.nullable(z.string()),
        account_number: z.string(),
      }),
    ),
  })
  .register(z.globalRegistry, { id: "TenantClosing" });
export type Closing = z.output<typeof closing>;

const base = { tag: "Tenants", who: "superadmin", params: idParams } as const;
const path = "/super-admin/tenants/{id}/closing";

export const getClosing = defineCall({
  ...base,
  name: "getClosing",
  needs: "view",
  summary: "What blocks the closing of an account, and its balance, accounts and withdrawals",
  method: "GET",
  path,
  changesWith: ["tenants", "payouts", "deposits", "wallet"],
  answer: dataAnswer(closing),
  errors: ["SETTING_UNREADABLE"],
});

const state = z.object({ state: z.enum(["closing", "closed"]) });

export const startClosing = defineCall({
  ...base,
  name: "startClosing",
  needs: "manage",
  stepUp: { unsigned: "Moves no money; the payout of the balance is signed" },
  summary: "Stop payouts and deposits of an account; an empty account is closed at once",
  method: "POST",
  path,
  body: z.object({
    reason: text({
      required: "Please give a reason",
      max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
      isMultiline: true,
    }),
  }),
  answer: dataAnswer(state),
  errors: ["CLOSING_CHANGED"],
});

export const cancelClosing = defineCall({
  ...base,
  name: "cancelClosing",
  needs: "manage",
  stepUp: { unsigned: "Moves no money" },
  summary:
    "Let an account that is being closed work again; not while its balance is being paid out",
  method: "POST",
  path: `${path}/cancel`,
  answer: messageAnswer,
  errors: ["CLOSING_CHANGED"],
});

const account = z
  .string({ error: "Choose a bank account" })
  .check(z.uuid({ error: "Choose a bank account" }));
const payoutErrors = [
  "CLOSING_CHANGED",
  "BANK_ACCOUNT_NOT_APPROVED",
  "SETTING_UNREADABLE",
  "NO_PROVIDER",
] as const;
/** The balance that the person sees and signs, in paise. */
const balance = z
  .int({ error: "The balance must be in whole paise" })
  .check(z.minimum(1, "The balance must be in whole paise"));

export const payOutBalance = defineCall({
  ...base,
  name: "payOutBalance",
  needs: "manage",
  stepUp: { signs: "request" },
  summary: "Pay the balance out without a fee; the account is closed when it is paid",
  method: "POST",
  path: `${path}/payout`,
  body: z.object({ bank_account: account, balance }),
  status: 201,
  answer: dataAnswer(z.object({ payouts: z.array(z.object({ id, reference_id: z.string() })) })),
  errors: payoutErrors,
  example: { request: { bank_account: sampleIds.bankAccount, balance: 6_10 } },
});

export const setRemainderAside = defineCall({
  ...base,
  name: "setRemainderAside",
  needs: "manage",
  stepUp: { signs: "request" },
  summary: "Book a balance below the providers' minimum as unclaimed, and close the account",
  method: "POST",
  path: `${path}/remainder`,
  body: z.object({ balance }),
  answer: messageAnswer,
  errors: ["CLOSING_CHANGED"],
  example: { request: { balance: 40 } },
});
