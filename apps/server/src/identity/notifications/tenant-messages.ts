import type { Notification, TenantKind } from "@rokad/contract/notifications";
import { limits } from "@rokad/contract/limits";
import { formatMoney } from "@rokad/money/format";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { inr, maskEnd } from "../../kernel/money.ts";
import type { TenantNotificationRow } from "./queries.ts";
import { personMessages } from "./person-messages.ts";
import { requestMessages } from "./request-messages.ts";

/** A tenant's notification with its title and text. */
export function asTenantNotification(row: TenantNotificationRow): Notification {
  const kind = row.kind as TenantKind;
  const { title, text } = messages[kind];
  const paise = row.payout_paise ?? row.deposit_paise;
  return {
    id: row.id,
    kind,
    title: typeof title === "string" ? title : title(row),
    text: text(row),
    amount: paise === null ? null : inr(paise),
    subject_id: row.subject_id,
    reference: row.reference_id ?? row.utr_reference,
    created_at: row.created_at.toISOString(),
    read: row.read,
  };
}

interface Message {
  readonly title: string | ((row: TenantNotificationRow) => string);
  readonly text: (row: TenantNotificationRow) => string;
}

const messages: Readonly<Record<TenantKind, Message>> = {
  ...personMessages,
  payout_settled: {
    title: (row) => titleOf(row, "completed"),
    text: (row) => `${payout(row)}${row.utr_number === null ? "" : `, UTR ${row.utr_number}`}`,
  },
  payout_failed: {
    title: (row) => titleOf(row, "failed"),
    text: (row) => `${payout(row)} was refunded${withCharges(row)}: ${row.failure_reason ?? ""}`,
  },
  payout_reversed: {
    title: (row) => titleOf(row, "reversed"),
    text: (row) =>
      `${payout(row)} was returned by the bank and refunded${withCharges(row)}: ${row.reversal_reason ?? ""}`,
  },
  payout_partly_returned: {
    title: (row) => titleOf(row, "partly returned"),
    text: (row) => `The bank returned a part of ${payout(row)}: ${row.detail ?? ""}`,
  },
  payout_cancelled: {
    title: "Payout cancelled",
    text: (row) =>
      `${payout(row)} was cancelled by our team and refunded with charges: ${row.failure_reason ?? ""}`,
  },
  payouts_cancelled: {
    title: "Payouts cancelled",
    text: ({ detail }) =>
      `${detail ?? ""} with charges: cancelled unsent when your account was reactivated. Refunded to your wallet`,
  },
  payouts_locked: {
    title: "Payouts locked",
    text: ({ detail }) =>
      `${limits.payoutWrongOtpsPerHourMax} wrong OTPs were entered within an hour. Payouts are locked until ${detail ?? ""}. If it was not you, contact support`,
  },
  deposit_approved: {
    title: "Deposit approved",
    text: (row) => `${deposit(row)} was added to your wallet${requested(row)}`,
  },
  deposit_rejected: {
    title: "Deposit rejected",
    text: (row) => `${deposit(row)} was rejected: ${row.deposit_note ?? ""}`,
  },
  deposit_credited: {
    title: "Deposit credited",
    text: (row) => `${deposit(row)} was received and added to your wallet${requested(row)}`,
  },
  wallet_adjusted: {
    title: "Wallet corrected",
    text: ({ detail }) => detail ?? "",
  },
  receivable_paid: {
    title: "Nothing is owed any more",
    text: ({ detail }) => `The last ${detail ?? ""} that you owed was paid by a credit`,
  },
  virtual_account_opened: {
    title: "Your virtual account is open",
    text: (row) =>
      `Transfers to ${row.virtual_account_number ?? ""} are now credited automatically`,
  },
  bank_account_approved: {
    title: "Bank account approved",
    text: (row) => `${account(row)} is ready for deposits`,
  },
  bank_account_rejected: {
    title: "Bank account rejected",
    text: (row) => `${account(row)} was rejected: ${row.account_note ?? ""}`,
  },
  bank_account_revoked: {
    title: "Bank account revoked",
    text: (row) => `${account(row)} is no longer accepted for deposits: ${row.account_note ?? ""}`,
  },
  export_ready: {
    title: "Your export is ready",
    text: ({ detail }) => `Download ${detail ?? ""} within ${limits.storedFileDays} days`,
  },
  export_failed: {
    title: "Your export failed",
    text: ({ detail }) => `See the reason for ${detail ?? ""} in Exports and try again there`,
  },
  ...requestMessages,
  account_closing: {
    title: "Your account is being closed",
    text: ({ detail }) => detail ?? "",
  },
  account_viewed: {
    title: "Your account was viewed",
    text: ({ viewed_at, viewing_reason }) =>
      `A super admin viewed it read-only on ${viewed_at ? dateTimeInIndia(viewed_at).slice(0, -3) : ""}: ${viewing_reason ?? ""}`,
  },
};

function titleOf({ payout_kind }: TenantNotificationRow, what: string): string {
  return `${payout_kind === "withdrawal" ? "Withdrawal" : "Payout"} ${what}`;
}

/** A withdrawal has no charges. */
const withCharges = ({ payout_kind }: TenantNotificationRow) =>
  payout_kind === "withdrawal" ? "" : " with charges";

function payout({ payout_paise, beneficiary_name }: TenantNotificationRow): string {
  return `${formatMoney(inr(payout_paise))} to ${beneficiary_name ?? ""}`;
}

function deposit({ deposit_paise, utr_reference }: TenantNotificationRow): string {
  return `${formatMoney(inr(deposit_paise))} with UTR ${utr_reference ?? ""}`;
}

/** Both amounts and the reason, for a deposit that was credited with another amount. */
function requested({ requested_paise, amount_reason }: TenantNotificationRow): string {
  if (requested_paise === null) return "";
  return `. You requested ${formatMoney(inr(requested_paise))}: ${amount_reason ?? ""}`;
}

function account({ bank_name, account_number_end }: TenantNotificationRow): string {
  return `${bank_name ?? ""} ${maskEnd(account_number_end ?? "")}`;
}
