import type { Notification, TenantKind } from "@rokad/contract/notifications";
import { limits } from "@rokad/contract/limits";
import { formatMoney } from "@rokad/money/format";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { inr, maskEnd } from "../../kernel/money.ts";
import type { TenantNotificationRow } from "./queries.ts";
import {
  depositHistoryPage,
  depositPage,
  describe,
  payoutHistoryPage,
  payoutPage,
  type KindEntry,
} from "./notification-kind.ts";
import { apiKeyKinds } from "./api-key-kinds.ts";
import { personKinds } from "./person-kinds.ts";
import { requestKinds } from "./request-kinds.ts";

/** A tenant's notification with its title and text. */
export function asTenantNotification(row: TenantNotificationRow): Notification {
  const paise = row.amount_paise ?? row.payout_paise ?? row.deposit_paise;
  return {
    ...describe(tenantKinds[row.kind as TenantKind], row),
    id: row.id,
    amount: paise === null ? null : inr(paise),
    created_at: row.created_at.toISOString(),
    read: row.read,
  };
}

const payouts = {
  group: "Payouts",
  email: true,
  page: payoutPage,
  listPage: payoutHistoryPage,
} as const;
const deposits = {
  group: "Wallet and deposits",
  email: true,
  page: depositPage,
  listPage: depositHistoryPage,
} as const;
const wallet = { group: "Wallet and deposits", page: "/dashboard/wallet/history" } as const;
const bankAccounts = {
  group: "Bank accounts",
  email: true,
  page: "/dashboard/settings/whitelist-bank-accounts",
} as const;
const files = { group: "Files", email: true, page: "/dashboard/exports" } as const;

/** The kinds for tenants. */
export const tenantKinds: Readonly<Record<TenantKind, KindEntry<TenantNotificationRow>>> = {
  ...personKinds,
  team_changed: {
    group: "Account",
    name: "Team changed",
    email: true,
    page: "/dashboard/settings/team",
    title: "Team changed",
    text: ({ detail }) => detail ?? "",
  },
  payout_settled: {
    ...payouts,
    name: "Large payout completed",
    abovePaise: 1_00_000_00n,
    sms: "payouts_paid",
    title: (row) => titleOf(row, "Payout completed", "Withdrawal completed"),
    text: (row) => `${payout(row)}${row.utr_number === null ? "" : `, UTR ${row.utr_number}`}`,
  },
  payout_failed: {
    ...payouts,
    name: "Payout failed",
    sms: "payouts_failed",
    title: (row) => titleOf(row, "Payout failed", "Withdrawal failed"),
    text: (row) => `${payout(row)} was refunded${withCharges(row)}: ${row.failure_reason ?? ""}`,
  },
  payout_reversed: {
    ...payouts,
    name: "Payout returned by the bank",
    title: (row) => titleOf(row, "Payout reversed", "Withdrawal reversed"),
    text: (row) =>
      `${payout(row, row.amount_paise)} was returned by the bank and refunded${withCharges(row)}: ${row.reversal_reason ?? ""}`,
  },
  payout_partly_returned: {
    ...payouts,
    name: "Payout partly returned",
    title: (row) => titleOf(row, "Payout partly returned", "Withdrawal partly returned"),
    text: (row) => `The bank returned a part of ${payout(row)}: ${row.detail ?? ""}`,
  },
  payout_cancelled: {
    ...payouts,
    name: "Payout cancelled",
    title: "Payout cancelled",
    text: (row) =>
      `${payout(row)} was cancelled by our team and refunded with charges: ${row.failure_reason ?? ""}`,
  },
  payouts_cancelled: {
    ...payouts,
    name: "Unsent payouts cancelled",
    page: payoutHistoryPage,
    title: "Payouts cancelled",
    text: ({ detail }) =>
      `${detail ?? ""} with charges: cancelled unsent when your account was reactivated. Refunded to your wallet`,
  },
  payout_waits: {
    ...payouts,
    name: "Payout waits for funds",
    title: "Payout waits for funds",
    text: ({ detail }) => detail ?? "",
  },
  payout_still_waits: {
    ...payouts,
    name: "Payout still waits for funds",
    title: "Payout still waits for funds",
    text: ({ detail }) => detail ?? "",
  },
  payout_wait_ended: {
    ...payouts,
    name: "Wait for funds ended, not sent",
    title: "Payout not sent: its wait for funds ended",
    text: ({ detail }) => detail ?? "",
  },
  payout_funded: {
    ...payouts,
    name: "Payout sent after its wait for funds",
    title: "Funds arrived: payout created",
    text: ({ detail }) => detail ?? "",
  },
  payouts_locked: {
    group: "Security",
    name: "Payouts locked after wrong OTPs",
    email: true,
    isUrgent: true,
    isAlwaysTexted: true,
    page: "/dashboard/payouts",
    title: "Payouts locked",
    text: ({ detail }) =>
      `${limits.payoutWrongOtpsPerHourMax} wrong OTPs were entered within an hour. Payouts are locked until ${detail ?? ""}. If it was not you, contact support`,
  },
  deposit_approved: {
    ...deposits,
    name: "Deposit approved",
    title: "Deposit approved",
    text: (row) => `${deposit(row)} was added to your wallet${requested(row)}`,
  },
  deposit_rejected: {
    ...deposits,
    name: "Deposit rejected",
    title: "Deposit rejected",
    text: (row) => `${deposit(row)} was rejected: ${row.deposit_note ?? ""}`,
  },
  deposit_credited: {
    ...deposits,
    name: "Transfer credited automatically",
    title: "Deposit credited",
    text: (row) => `${deposit(row)} was received and added to your wallet${requested(row)}`,
  },
  wallet_adjusted: {
    ...wallet,
    name: "Wallet corrected",
    email: true,
    title: "Wallet corrected",
    text: ({ detail }) => detail ?? "",
  },
  receivable_paid: {
    ...wallet,
    name: "Nothing owed any more",
    email: false,
    title: "Nothing is owed any more",
    text: ({ detail }) => `The last ${detail ?? ""} that you owed was paid by a credit`,
  },
  virtual_account_opened: {
    group: "Bank accounts",
    name: "Virtual account opened",
    email: false,
    page: "/dashboard/wallet",
    title: "Your virtual account is open",
    text: (row) =>
      `Transfers to ${row.virtual_account_number ?? ""} are now credited automatically`,
    emailText: (row) =>
      `Transfers to ${maskEnd((row.virtual_account_number ?? "").slice(-4))} are now credited automatically`,
  },
  bank_account_approved: {
    ...bankAccounts,
    name: "Bank account approved",
    title: "Bank account approved",
    text: (row) => `${account(row)} is ready for deposits`,
  },
  bank_account_rejected: {
    ...bankAccounts,
    name: "Bank account rejected",
    title: "Bank account rejected",
    text: (row) => `${account(row)} was rejected: ${row.account_note ?? ""}`,
  },
  bank_account_revoked: {
    ...bankAccounts,
    name: "Bank account revoked",
    title: "Bank account revoked",
    text: (row) => `${account(row)} is no longer accepted for deposits: ${row.account_note ?? ""}`,
  },
  export_ready: {
    ...files,
    name: "Export ready",
    title: "Your export is ready",
    text: ({ detail }) => `Download ${detail ?? ""} within ${limits.storedFileDays} days`,
  },
  export_failed: {
    ...files,
    name: "Export failed",
    title: "Your export failed",
    text: ({ detail }) => `See the reason for ${detail ?? ""} in Exports and try again there`,
  },
  ...requestKinds,
  ...apiKeyKinds,
  // Without a detail: the closing was cancelled.
  account_closing: {
    group: "Account",
    name: "Closing of the account",
    email: true,
    page: "/dashboard/wallet",
    title: ({ detail }) =>
      detail === null ? "Your account stays open" : "Your account is being closed",
    text: ({ detail }) =>
      detail ?? "Its closing was cancelled and no longer stops payouts and deposits",
  },
  receiving_account_changes: {
    group: "Wallet and deposits",
    name: "Account to transfer to changes",
    email: true,
    page: "/dashboard/wallet",
    title: "Account to transfer to changes",
    text: ({ detail }) => detail ?? "",
  },
  account_viewed: {
    group: "Security",
    name: "Account viewed by a super admin",
    email: true,
    page: null,
    title: "Your account was viewed",
    text: ({ viewed_at, viewing_reason }) =>
      `A super admin viewed it read-only on ${viewed_at ? dateTimeInIndia(viewed_at).slice(0, -3) : ""}: ${viewing_reason ?? ""}`,
  },
};

function titleOf(
  { payout_kind }: TenantNotificationRow,
  ofPayout: string,
  ofWithdrawal: string,
): string {
  return payout_kind === "withdrawal" ? ofWithdrawal : ofPayout;
}

/** A withdrawal has no charges, and those of a payout may have come back with a part of it. */
const withCharges = ({ payout_kind, charges_returned_at }: TenantNotificationRow) =>
  payout_kind === "withdrawal" || charges_returned_at !== null ? "" : " with charges";

/** @param paise what of it came back; null for all. */
function payout(
  { payout_paise, beneficiary_name }: TenantNotificationRow,
  paise: bigint | null = null,
): string {
  return `${formatMoney(inr(paise ?? payout_paise))} to ${beneficiary_name ?? ""}`;
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
