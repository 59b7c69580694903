import type { DestinationForm } from "@rokad/contract/payout-form";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import { decryptDestination } from "./payout-destinations.ts";
import { endOfDestination } from "../destination.ts";

/** A saved beneficiary's account. */
export interface SavedAccount {
  readonly name: string;
  readonly account_number: string;
}

interface AccountRow {
  readonly id: string;
  readonly method: "imps";
  readonly name: string;
  readonly bank: string;
  readonly destination_encrypted: Buffer;
}

/**
 * The saved accounts that differ from these only by zeros at their start: a spreadsheet drops them,
 * and the shorter number can be another person's account.
 */
export async function findByDigits(
  db: Db,
  tenant: Pick<Tenant, "tenantId">,
  destinations: readonly DestinationForm[],
): Promise<(destination: DestinationForm) => SavedAccount | undefined> {
  const accounts = destinations.filter((to) => to.method === "imps");
  if (accounts.length === 0) return () => undefined;
  const banks = accounts.map(({ ifsc_code: ifsc }) => ifsc.slice(0, 4));
  const { rows } = await sql<AccountRow>`
    select destinations.id, method, name, left(ifsc_code, 4) as bank, destination_encrypted
    from payout_destinations as destinations join beneficiaries on beneficiaries.id = beneficiary_id
    where destinations.tenant_id = ${tenant.tenantId} and ended_at is null and method = 'imps'
      and (left(ifsc_code, 4), destination_end) in (
        select bank, ending from unnest(${banks}::text[], ${accounts.map(endOfDestination)}::text[])
          as written (bank, ending)
      )
  `.execute(db);
  const saved = new Map(
    rows.map((row) => {
      const account_number = decryptDestination(row);
      return [keyOf(row.bank, account_number), { name: row.name, account_number }];
    }),
  );
  return (to) => {
    if (to.method !== "imps") return undefined;
    const found = saved.get(keyOf(to.ifsc_code.slice(0, 4), to.account_number));
    return found?.account_number === to.account_number ? undefined : found;
  };
}

const keyOf = (bank: string, number: string) => `${bank} ${number.replace(/^0+/, "")}`;
