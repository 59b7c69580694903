import type { FundTransferForm } from "@rokad/contract/fund-transfers";
import { isProviderSide } from "@rokad/contract/fund-transfers";
import { providerLabel } from "@rokad/contract/reconciliation";
import { rupeesToPaise } from "@rokad/money/rupees";
import { today } from "../../kernel/days.ts";
import { invalidInput } from "../../kernel/errors.ts";
import type { FundAccount } from "../../ledger/own-money.ts";
import { readReceivingAccounts } from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";

/** A transfer of the platform's own money, from a form or from a provider's list. */
export interface NewTransfer {
  readonly source: FundAccount;
  readonly destination: FundAccount;
  /** The provider on one of the sides. */
  readonly adapter: string | null;
  /** The receiving account on the bank's side. */
  readonly receivingAccountId: string | null;
  readonly amountPaise: bigint;
  readonly utr: string | null;
  /** A day in India, `YYYY-MM-DD`. */
  readonly on: string;
  readonly note: string | null;
}

/** @throws 400 for a day in the future and for an account that this installation does not have. */
export async function readTransferForm(form: FundTransferForm): Promise<NewTransfer> {
  const names = new Set(configuredProviders().map(({ name }) => name));
  const fields: Record<string, string> = {};
  for (const side of ["from", "to"] as const) {
    if (isProviderSide(form[side]) && !names.has(form[side]))
      fields[side] = "Choose one of the accounts of this installation";
  }
  const usesBank = form.from === "bank" || form.to === "bank";
  if (usesBank && !(await hasReceivingAccount(form.receiving_account)))
    fields["receiving_account"] = "Choose one of the receiving accounts";
  if (form.transferred_on > today()) fields["transferred_on"] = "The day cannot be in the future";
  if (Object.keys(fields).length > 0) throw invalidInput(fields);
  return {
    source: accountOf(form.from),
    destination: accountOf(form.to),
    adapter: [form.from, form.to].find(isProviderSide) ?? null,
    receivingAccountId: usesBank ? (form.receiving_account ?? null) : null,
    amountPaise: rupeesToPaise(form.amount),
    utr: form.utr_reference.toUpperCase() || null,
    on: form.transferred_on,
    note: form.note || null,
  };
}

/** Also an inactive one: money may leave it. */
async function hasReceivingAccount(id: string | undefined): Promise<boolean> {
  return (await readReceivingAccounts()).some((account) => account.id === id);
}

function accountOf(side: string): FundAccount {
  return isProviderSide(side) ? "provider" : (side as FundAccount);
}

/** A side of a transfer in a sentence. */
export function sideLabel(side: string): string {
  if (side === "bank") return "the bank";
  return side === "own_funds" ? "own funds" : providerLabel(side);
}

/** A side of a transfer as the API names it. */
export function sideOf(account: string, adapter: string | null): string {
  return account === "provider" ? (adapter ?? "") : account;
}
