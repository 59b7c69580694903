import * as z from "zod/mini";
import {
  beneficiaryFields,
  beneficiaryFormSample,
  beneficiaryKinds,
  gstinHasPan,
} from "./beneficiary-form.ts";
import { count, dataAnswer, defineCall, instant, money } from "./call.ts";
import { cooling } from "./cooling.ts";
import { id, idParams, limit } from "./fields.ts";
import { search } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { destinationForm } from "./payout-form.ts";
import { payout } from "./payouts.ts";
import { inr, sampleIds } from "./samples.ts";

export const payoutDestination = z
  .object({
    id,
    method: z.enum(["upi", "imps"]),
    /** An account number masked, as `****6789`; a UPI ID in full. */
    account: z.string(),
    ifsc_code: z.nullable(z.string()),
    bank_name: z.nullable(z.string()),
    is_default: z.boolean(),
    created_at: instant(),
    /** When it was removed or replaced; it stays in the record. */
    ended_at: z.nullable(instant()),
    /** The holder's name by the bank's last answer to this business. */
    name_at_bank: z.nullable(z.string()),
    name_checked_at: z.nullable(instant()),
    /** While the account is new and the approval policy limits what it is paid; null otherwise. */
    cooling: z.nullable(cooling),
  })
  .register(z.globalRegistry, { id: "PayoutDestination" });
export type PayoutDestination = z.output<typeof payoutDestination>;

export const beneficiary = z
  .object({
    id,
    name: z.string(),
    short_name: z.nullable(z.string()),
    kind: z.enum(beneficiaryKinds),
    tags: z.array(z.string()),
    archived_at: z.nullable(instant()),
    /** The destination that a payout takes unless another is chosen; null if none is left. */
    default_destination: z.nullable(payoutDestination),
    /** How many destinations it has. */
    destinations_count: count(),
    /** The newest payout that reached it and was not returned in full; null before the first. */
    last_paid: z.nullable(z.object({ amount: money, at: instant() })),
  })
  .register(z.globalRegistry, { id: "Beneficiary" });
export type Beneficiary = z.output<typeof beneficiary>;

export const beneficiaryDetail = z
  .extend(beneficiary, {
    note: z.nullable(z.string()),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    address: z.nullable(z.string()),
    /** GSTIN and PAN are masked for those who may not edit. */
    gstin: z.nullable(z.string()),
    pan: z.nullable(z.string()),
    /** An edit names the version that it was read from. */
    version: count(),
    created_at: instant(),
    updated_at: instant(),
    /** All destinations, the default first, then the newest; ended ones last. */
    destinations: z.array(payoutDestination),
    /** Of the payouts that named this beneficiary. */
    paid: z.object({ total: money, count: count() }),
    pending: z.object({ total: money, count: count() }),
    /** Their newest, newest first. */
    payouts: z.array(payout),
  })
  .register(z.globalRegistry, { id: "BeneficiaryDetail" });
export type BeneficiaryDetail = z.output<typeof beneficiaryDetail>;

const destinationSample = {
  id: sampleIds.payoutDestination,
  method: "imps",
  account: "****9012",
  ifsc_code: "HDFC0000001",
  bank_name: "HDFC Bank",
  is_default: true,
  created_at: "2026-11-20T06:00:00.000Z",
  ended_at: null,
  name_at_bank: "ASHA RAO",
  name_checked_at: "2026-11-20T06:10:00.000Z",
  cooling: null,
} as const;
const sample = {
  id: sampleIds.beneficiary,
  name: "Asha Rao",
  short_name: "Asha",
  kind: "vendor",
  tags: ["packaging"],
  archived_at: null,
  default_destination: destinationSample,
  destinations_count: 1,
  last_paid: { amount: inr(1_250_00), at: "2026-11-20T06:30:00.000Z" },
} as const;
const detailSample = {
  ...sample,
  ...beneficiaryFormSample,
  version: 1,
  created_at: "2026-11-20T06:00:00.000Z",
  updated_at: "2026-11-20T06:00:00.000Z",
  destinations: [destinationSample],
  last_paid: null,
  paid: { total: inr(0), count: 0 },
  pending: { total: inr(0), count: 0 },
  payouts: [],
};

export const beneficiaryFilters = {
  /**
   * The start of a word of the name and what follows it, the last 4 or more digits of an account
   * number, or a whole UPI ID.
   */
  search: search(),
  kind: z.optional(z.enum(["all", ...beneficiaryKinds])),
  tag: z.optional(z.string().check(z.trim(), z.maxLength(limits.tagCharsMax))),
  status: z.optional(z.enum(["active", "archived"])),
};

export const listBeneficiaries = defineCall({
  name: "listBeneficiaries",
  summary: "Saved beneficiaries by name; a search finds names, account ends and UPI IDs",
  tag: "Beneficiaries",
  method: "GET",
  path: "/beneficiaries",
  scopes: ["beneficiaries:read"],
  who: "tenant",
  needs: "view",
  changesWith: ["beneficiaries", "payouts"],
  query: z.object({
    ...beneficiaryFilters,
    /** The `next` of the previous page. */
    after: z.optional(z.string().check(z.maxLength(600))),
    limit: limit(limits.beneficiariesPageRows),
  }),
  answer: z.object({
    success: z.literal(true),
    data: z.array(beneficiary),
    /** The `after` of the next page; null on the last page. */
    next: z.nullable(z.string()),
  }),
  example: { answer: { success: true, data: [sample], next: null } },
});

export const getBeneficiary = defineCall({
  name: "getBeneficiary",
  summary: "One beneficiary with destinations, totals and last payouts",
  tag: "Beneficiaries",
  method: "GET",
  path: "/beneficiaries/{id}",
  scopes: ["beneficiaries:read"],
  who: "tenant",
  needs: "view",
  changesWith: ["beneficiaries", "payouts"],
  params: idParams,
  answer: dataAnswer(beneficiaryDetail),
  example: { answer: { success: true, data: detailSample } },
});

/** The saved beneficiary, with what its reader should know. */
const savedAnswer = dataAnswer(
  z.extend(beneficiaryDetail, {
    /** Such as another beneficiary of the same name. */
    warning: z.nullable(z.string()),
  }),
);
const savedSample = {
  success: true,
  message: "Asha Rao saved",
  data: { ...detailSample, warning: null },
} as const;

export const beneficiaryForm = z.object(beneficiaryFields).check(gstinHasPan());
export type BeneficiaryFields = z.input<typeof beneficiaryForm>;

export const newBeneficiaryForm = z
  .object({
    ...beneficiaryFields,
    destination: destinationForm,
    /** A payout to this account or UPI ID; it then counts as the beneficiary's. */
    payout_id: z.optional(id),
  })
  .check(gstinHasPan());

export const createBeneficiary = defineCall({
  name: "createBeneficiary",
  summary: "Save a beneficiary with a first destination",
  tag: "Beneficiaries",
  method: "POST",
  path: "/beneficiaries",
  scopes: ["beneficiaries:write"],
  who: "tenant",
  needs: "prepare",
  body: newBeneficiaryForm,
  answer: savedAnswer,
  status: 201,
  idempotent: true,
  errors: ["BENEFICIARY_EXISTS"],
  example: {
    request: {
      ...beneficiaryFormSample,
      destination: { method: "imps", account_number: "123456789012", ifsc_code: "HDFC0000001" },
    },
    answer: savedSample,
  },
});

export const editBeneficiary = defineCall({
  name: "editBeneficiary",
  summary: "Replace a beneficiary's fields; destinations have calls of their own",
  tag: "Beneficiaries",
  method: "PUT",
  path: "/beneficiaries/{id}",
  scopes: ["beneficiaries:write"],
  who: "tenant",
  needs: "prepare",
  params: idParams,
  body: z
    .object({
      ...beneficiaryFields,
      /** The version that was read. */
      version: z.int("version must be a whole number").check(z.minimum(1)),
    })
    .check(gstinHasPan()),
  answer: savedAnswer,
  errors: ["BENEFICIARY_CHANGED"],
  example: { request: { ...beneficiaryFormSample, version: 1 }, answer: savedSample },
});

export const archiveBeneficiary = defineCall({
  name: "archiveBeneficiary",
  summary: "Archive a beneficiary, who then can't be paid by name; it is never deleted",
  tag: "Beneficiaries",
  method: "POST",
  path: "/beneficiaries/{id}/archive",
  scopes: ["beneficiaries:write"],
  who: "tenant",
  needs: "prepare",
  params: idParams,
  answer: dataAnswer(beneficiaryDetail),
  example: {
    answer: {
      success: true,
      data: { ...detailSample, archived_at: "2026-11-20T07:00:00.000Z" },
    },
  },
});

export const restoreBeneficiary = defineCall({
  name: "restoreBeneficiary",
  summary: "Restore an archived beneficiary",
  tag: "Beneficiaries",
  method: "POST",
  path: "/beneficiaries/{id}/restore",
  scopes: ["beneficiaries:write"],
  who: "tenant",
  needs: "prepare",
  params: idParams,
  answer: dataAnswer(beneficiaryDetail),
  example: { answer: { success: true, data: detailSample } },
});
