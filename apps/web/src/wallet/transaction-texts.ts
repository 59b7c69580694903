import type { WalletTransaction } from "@rokad/contract/wallet";
import { maskAccount } from "../ui/mask.ts";

/** What a row is, and what stands under it: where a payout went, or where funds came from. */
export function textsOf({ description, payout, type }: WalletTransaction): {
  title: string;
  line: string;
  failure: string | undefined;
} {
  if (!payout) return { title: description, line: "Funds added to wallet", failure: undefined };
  const failure = payout.failure_reason ?? undefined;
  // The payout came back: a credit that names the payout's beneficiary.
  if (type === "credit") return { title: description, line: payout.beneficiary_name, failure };
  return { title: description, line: destinationOf(payout), failure };
}

function destinationOf(payout: NonNullable<WalletTransaction["payout"]>): string {
  if (payout.upi_id) return payout.upi_id;
  const account = payout.account_number ? maskAccount(payout.account_number) : "N/A";
  return payout.bank_name ? `${account} · ${payout.bank_name}` : account;
}

/** The first 12 characters, which tell references apart on a screen; copying takes all. */
export function shortReference(reference: string): string {
  return reference.length > 12 ? `${reference.slice(0, 12)}…` : reference;
}

/** A deposit's reference is its UTR; a payout has its own and the bank's. */
export function utrOf({ payout, deposit }: WalletTransaction): string | null {
  return payout?.utr_number ?? deposit?.utr_reference ?? null;
}
