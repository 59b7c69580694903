import type { WalletTransaction } from "@rokad/contract/wallet";
import { translateText } from "../answers.ts";
import { t } from "../language.ts";
import { maskAccount } from "../ui/mask.ts";

/** A transaction's title, and a second line: a payout's destination or the source of funds. */
export function describeTransaction({
  description,
  payout,
  type,
  adjustment,
  request,
}: WalletTransaction): {
  title: string;
  line: string;
  failure: string | undefined;
} {
  const title = translateText(description);
  if (adjustment) {
    return { title, line: lineOfAdjustment(adjustment), failure: undefined };
  }
  if (request) {
    return { title, line: t`Until it is sent or ends`, failure: undefined };
  }
  if (!payout) return { title, line: t`Funds added to wallet`, failure: undefined };
  const failure = payout.failure_reason ?? undefined;
  // A reversed payout is a credit; it shows the payout's beneficiary.
  if (type === "credit") return { title, line: payout.beneficiary_name, failure };
  return { title, line: formatDestination(payout), failure };
}

function formatDestination(payout: NonNullable<WalletTransaction["payout"]>): string {
  if (payout.upi_id) return payout.upi_id;
  const account = payout.account_number ? maskAccount(payout.account_number) : "N/A";
  return payout.bank_name ? `${account} · ${payout.bank_name}` : account;
}

function lineOfAdjustment({ kind, reason }: NonNullable<WalletTransaction["adjustment"]>): string {
  if (kind === "correction") return reason ?? "";
  if (kind === "set_aside") return t`Too small to pay out; still owed to you`;
  return kind === "owed" ? t`Your next credits pay it off` : t`From the credit before`;
}

/** The first 12 characters, enough to distinguish references; the copy button copies all. */
export function shortReference(reference: string): string {
  return reference.length > 12 ? `${reference.slice(0, 12)}…` : reference;
}

/** The bank's UTR of the payout or the deposit; null if there is none yet. */
export function getUtr({ payout, deposit }: WalletTransaction): string | null {
  return payout?.utr_number ?? deposit?.utr_reference ?? null;
}
