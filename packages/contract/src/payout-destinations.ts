import * as z from "zod/mini";
import { beneficiaryDetail } from "./beneficiaries.ts";
import { dataAnswer, defineCall, type Answer } from "./call.ts";
import { id, idParams } from "./fields.ts";
import { destinationForm } from "./payout-form.ts";

const destinationParams = z.object({ id, destination_id: id });

export const getPayee = defineCall({
  name: "getPayee",
  summary: "The data of a beneficiary and one destination, to fill in a payout's form",
  tag: "Beneficiaries",
  method: "GET",
  path: "/beneficiaries/{id}/destinations/{destination_id}",
  scopes: ["beneficiaries:read"],
  who: "tenant",
  needs: "prepare",
  params: destinationParams,
  answer: dataAnswer(
    z
      .object({
        destination_id: id,
        method: z.enum(["upi", "imps"]),
        beneficiary_name: z.string(),
        /** What is not saved is null, and the payout brings it. */
        beneficiary_email: z.nullable(z.string()),
        beneficiary_phone: z.nullable(z.string()),
        beneficiary_address: z.nullable(z.string()),
        /** In full, as in the payer's history. */
        account_number: z.nullable(z.string()),
        ifsc_code: z.nullable(z.string()),
        upi_id: z.nullable(z.string()),
      })
      .register(z.globalRegistry, { id: "Payee" }),
  ),
  errors: ["BENEFICIARY_NOT_PAYABLE"],
});
export type Payee = Answer<typeof getPayee>["data"];

export const newDestinationForm = z.object({
  destination: destinationForm,
  /** The destination that ends with this one; the new one is the default if that was. */
  replaces: z.optional(id),
});

export const addPayoutDestination = defineCall({
  name: "addPayoutDestination",
  summary: "Add a destination a beneficiary, or replace one whose account changed",
  tag: "Beneficiaries",
  method: "POST",
  path: "/beneficiaries/{id}/destinations",
  scopes: ["beneficiaries:write"],
  who: "tenant",
  needs: "prepare",
  params: idParams,
  body: newDestinationForm,
  answer: dataAnswer(beneficiaryDetail),
  status: 201,
  idempotent: true,
  errors: ["BENEFICIARY_EXISTS", "BENEFICIARY_CHANGED"],
});

export const endPayoutDestination = defineCall({
  name: "endPayoutDestination",
  summary: "Remove a destination; it stays in the record",
  tag: "Beneficiaries",
  method: "POST",
  path: "/beneficiaries/{id}/destinations/{destination_id}/end",
  scopes: ["beneficiaries:write"],
  who: "tenant",
  needs: "prepare",
  params: destinationParams,
  answer: dataAnswer(beneficiaryDetail),
});

export const setDefaultDestination = defineCall({
  name: "setDefaultDestination",
  summary: "Choose the destination that payouts to a beneficiary take by default",
  tag: "Beneficiaries",
  method: "POST",
  path: "/beneficiaries/{id}/destinations/{destination_id}/default",
  scopes: ["beneficiaries:write"],
  who: "tenant",
  needs: "prepare",
  params: destinationParams,
  answer: dataAnswer(beneficiaryDetail),
  errors: ["BENEFICIARY_CHANGED"],
});
