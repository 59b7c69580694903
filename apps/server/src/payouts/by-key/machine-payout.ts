import type { MachineOrder } from "@rokad/contract/machine-order";
import type { Tenant } from "../../kernel/person.ts";
import { readOrder, type Reading } from "../beneficiaries/saved-order.ts";
import type { ReadOrder } from "../initiate/initiation.ts";
import type { ClientData } from "../initiate/key-order.ts";

/**
 * The order of a program: its amount in rupees, without contact data that it left out.
 * @throws as `readOrder`.
 */
export async function readMachineOrder(
  payer: Tenant,
  request: MachineOrder,
  reading?: Reading,
): Promise<ReadOrder & ClientData> {
  const { amount_paise: paise, amount, client_reference, metadata, ...rest } = request;
  const { beneficiary_email: email, beneficiary_phone: phone, beneficiary_address: address } = rest;
  const read = await readOrder(
    payer,
    {
      ...rest,
      // The contract checked that one is there. The quotient prints as the decimal that it is.
      amount: amount ?? (paise ?? 0) / 100,
      // A program need not know them; a stored payout has null.
      beneficiary_email: email ?? "",
      beneficiary_phone: phone ?? "",
      beneficiary_address: address ?? "",
    },
    { ...reading, needsContact: false },
  );
  return { ...read, clientReference: client_reference ?? null, metadata: metadata ?? null };
}
