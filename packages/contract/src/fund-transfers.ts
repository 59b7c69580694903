import * as z from "zod/mini";
import { defineCall, instant, money, pageAnswer } from "./call.ts";
import { day, id, idParams, limit, page, requiredDay } from "./fields.ts";
import { blankOr, rupees, text } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { inr, sampleIds } from "./samples.ts";

/** The sides of a transfer that are not a provider. */
export const ownSides = ["bank", "own_funds"] as const;

export const side = z
  .string({ error: "Choose an account" })
  .check(z.regex(/^[a-z][a-z0-9_-]{0,39}$/, "Choose an account"));

export function isProviderSide(name: string): boolean {
  return name !== "" && !ownSides.some((own) => own === name);
}

const utr = blankOr(
  z
    .string()
    .check(
      z.trim(),
      z.toUpperCase(),
      z.minLength(limits.utrCharsMin, "UTR must be at least 12 characters"),
      z.maxLength(limits.utrCharsMax, "UTR must not exceed 22 characters"),
      z.regex(/^[A-Za-z0-9]+$/, "UTR can only contain letters and digits"),
    ),
  "UTR must be text",
);

export const note = blankOr(
  text({
    required: "Note must be text",
    max: [limits.reasonCharsMax, "Note must not exceed 200 characters"],
    isMultiline: true,
  }),
  "Note must be text",
);

const amount = rupees({
  required: "Amount is required",
  min: [1, "Enter an amount above ₹0"],
  max: [limits.fundTransferPaiseMax, "Enter an amount of at most ₹10,00,00,00,000"],
});

const transferFields = {
  /** `bank`, `own_funds`, or the name of a provider's adapter. */
  from: side,
  to: side,
  /** Required where the bank is a side: the receiving account that the money left or reached. */
  receiving_account: z.optional(z.string({ error: "Choose a receiving account" })),
  amount,
  /** Required between the bank and a provider. */
  utr_reference: z._default(utr, ""),
  /** The day in India on which the money left. */
  transferred_on: requiredDay("Choose the day of the transfer"),
  /** Required where own funds are a side: what the money is for. */
  note: z._default(note, ""),
  /** The credit in the provider's list that this transfer is. */
  credit_reference: z.optional(z.string().check(z.maxLength(100))),
};

interface Sides {
  readonly from: string;
  readonly to: string;
  readonly receiving_account?: string | undefined;
  readonly utr_reference: string;
  readonly note: string;
}

/** @returns the message of each field that contradicts another. */
export function transferErrors(sides: Sides) {
  const { from, to, receiving_account: account, utr_reference: utrText, note: noteText } = sides;
  const [fromProvider, toProvider] = [isProviderSide(from), isProviderSide(to)];
  const usesBank = from === "bank" || to === "bank";
  const usesOwnFunds = from === "own_funds" || to === "own_funds";
  return {
    ...(from !== "" && from === to && { to: "Choose two different accounts" }),
    ...(from !== to &&
      fromProvider &&
      toProvider && { to: "Record two transfers by way of the bank" }),
    ...(!usesOwnFunds &&
      fromProvider !== toProvider &&
      utrText === "" && {
        utr_reference: "UTR is required",
      }),
    ...(usesBank &&
      (account === undefined || account === "") && {
        receiving_account: "Choose a receiving account",
      }),
    ...(usesOwnFunds && noteText === "" && { note: "Say what the money is for" }),
  };
}

const consistentSides = z.check<Sides>((context) => {
  for (const [field, message] of Object.entries(transferErrors(context.value))) {
    context.issues.push({ code: "custom", message, path: [field], input: context.value });
  }
});

export const fundTransferForm = z.object(transferFields).check(consistentSides);
export type FundTransferForm = z.output<typeof fundTransferForm>;

/** A receiving account as lists name it; its number is masked. */
export const ownAccountName = z.object({ id, label: z.string(), account_number: z.string() });

/** Who or what recorded a transfer. */
export const transferOrigins = ["person", "bank_statement", "provider_list"] as const;

export const fundTransfer = z
  .object({
    id,
    from: z.string(),
    to: z.string(),
    /** The receiving account on the bank's side; null without one. */
    receiving_account: z.nullable(ownAccountName),
    amount: money,
    utr_reference: z.nullable(z.string()),
    transferred_on: day,
    note: z.nullable(z.string()),
    origin: z.enum(transferOrigins),
    recorded_at: instant(),
    recorded_by: z.nullable(z.string()),
    /** True if a bank statement has a line with this UTR and amount; null without a bank side. */
    on_statement: z.nullable(z.boolean()),
    /** True if the provider's list has it; null for other directions and providers without a list. */
    at_provider: z.nullable(z.boolean()),
    /** True for a transfer that takes back an earlier one. */
    is_correction: z.boolean(),
    corrected_at: z.nullable(instant()),
  })
  .register(z.globalRegistry, { id: "FundTransfer" });
export type FundTransfer = z.output<typeof fundTransfer>;

const transferSample = {
  id: "01994c70-4a11-7c20-9a01-7b2f4c8e7a01",
  from: "bank",
  to: "razorpayx",
  receiving_account: {
    id: sampleIds.receivingAccount,
    label: "Main collections",
    account_number: "****5600",
  },
  amount: inr(5_00_000_00),
  utr_reference: "HDFCN52026112001",
  transferred_on: "2026-11-20",
  note: null,
  origin: "person",
  recorded_at: "2026-11-20T06:00:00.000Z",
  recorded_by: "Meera Iyer",
  on_statement: false,
  at_provider: true,
  is_correction: false,
  corrected_at: null,
};

const formSample = {
  from: "bank",
  to: "razorpayx",
  receiving_account: sampleIds.receivingAccount,
  amount: 5_00_000,
  utr_reference: "HDFCN52026112001",
  transferred_on: "2026-11-20",
};

export const listFundTransfers = defineCall({
  name: "listFundTransfers",
  summary: "Transfers between bank, providers and own funds, newest first",
  tag: "Float",
  method: "GET",
  path: "/super-admin/float/transfers",
  who: "superadmin",
  needs: "view",
  changesWith: ["float", "deposits"],
  query: z.object({ page: page(), limit: limit(limits.fundTransfersPageRows) }),
  answer: pageAnswer(fundTransfer),
});

export const recordFundTransfer = defineCall({
  name: "recordFundTransfer",
  summary: "Record a transfer between bank, a provider and own funds, and post it",
  tag: "Float",
  method: "POST",
  path: "/super-admin/float/transfers",
  who: "superadmin",
  needs: "finance",
  stepUp: { signs: "request" },
  body: fundTransferForm,
  answer: z.object({ success: z.literal(true), message: z.string(), data: fundTransfer }),
  status: 201,
  idempotent: true,
  errors: ["TRANSFER_DIFFERS", "UTR_ALREADY_USED"],
  example: {
    request: formSample,
    answer: { success: true, message: "Transfer recorded", data: transferSample },
  },
});

const correctionForm = z.object({
  reason: text({
    required: "A reason is required",
    max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
    isMultiline: true,
  }),
});

export const correctFundTransfer = defineCall({
  name: "correctFundTransfer",
  summary: "Take back a recorded transfer by a posting in the other direction",
  tag: "Float",
  method: "POST",
  path: "/super-admin/float/transfers/{id}/correction",
  who: "superadmin",
  needs: "finance",
  stepUp: { signs: "request" },
  params: idParams,
  body: correctionForm,
  answer: z.object({ success: z.literal(true), message: z.string(), data: fundTransfer }),
  errors: ["ALREADY_DECIDED"],
  example: { request: { reason: "Typed ₹5,000 instead of ₹50,000" } },
});
