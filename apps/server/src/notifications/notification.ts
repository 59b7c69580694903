import type { Notification, TenantKind } from "@rokad/contract/notifications";
import { limits } from "@rokad/contract/limits";
import { formatMoney } from "@rokad/money/format";
import { dateTimeInIndia } from "../days.ts";
import { inr, maskedEnd } from "../money.ts";
import type { NotificationRow } from "./queries.ts";

export function asNotification(row: NotificationRow): Notification {
  const kind = row.kind as TenantKind;
  const { title, say } = words[kind];
  const paise = row.payout_paise ?? row.deposit_paise;
  return {
    id: row.id,
    kind,
    title,
    text: say(row),
    amount: paise === null ? null : inr(paise),
    subject_id: row.subject_id,
    reference: row.reference_id ?? row.utr_reference,
    created_at: row.created_at.toISOString(),
    read: row.read,
  };
}

interface Words {
  readonly title: string;
  readonly say: (row: NotificationRow) => string;
}

const words: Readonly<Record<TenantKind, Words>> = {
  payout_settled: {
    title: "Payout completed",
    say: (row) => `${payout(row)}${row.utr_number === null ? "" : `, UTR ${row.utr_number}`}`,
  },
  payout_failed: {
    title: "Payout failed",
    say: (row) => `${payout(row)} is back in your wallet: ${row.failure_reason ?? ""}`,
  },
  payout_reversed: {
    title: "Payout reversed",
    say: (row) => `${payout(row)} was returned by the bank: ${row.reversal_reason ?? ""}`,
  },
  deposit_approved: {
    title: "Deposit approved",
    say: (row) => `${deposit(row)} was added to your wallet`,
  },
  deposit_rejected: {
    title: "Deposit rejected",
    say: (row) => `${deposit(row)} was not accepted: ${row.deposit_note ?? ""}`,
  },
  deposit_credited: {
    title: "Deposit credited",
    say: (row) => `${deposit(row)} arrived and was added to your wallet`,
  },
  virtual_account_opened: {
    title: "Your virtual account is open",
    say: (row) =>
      `Transfers to ${row.virtual_account_number ?? ""} are credited by themselves from now on`,
  },
  bank_account_approved: {
    title: "Bank account approved",
    say: (row) => `${account(row)} is ready for deposits`,
  },
  bank_account_rejected: {
    title: "Bank account rejected",
    say: (row) => `${account(row)} was not accepted: ${row.account_note ?? ""}`,
  },
  export_ready: {
    title: "Your export is ready",
    say: ({ detail }) => `${detail ?? ""} can be downloaded for ${limits.keptFileDays} days`,
  },
  export_failed: {
    title: "Your export could not be made",
    say: ({ detail }) => `${detail ?? ""}: your exports tell why, and can be made again there`,
  },
  account_viewed: {
    title: "Your account was viewed",
    say: ({ viewed_at, viewing_reason }) =>
      `On ${viewed_at ? dateTimeInIndia(viewed_at).slice(0, -3) : ""} a super admin looked at it, read only: ${viewing_reason ?? ""}`,
  },
};

function payout({ payout_paise, beneficiary_name }: NotificationRow): string {
  return `${formatMoney(inr(payout_paise))} to ${beneficiary_name ?? ""}`;
}

function deposit({ deposit_paise, utr_reference }: NotificationRow): string {
  return `${formatMoney(inr(deposit_paise))} with UTR ${utr_reference ?? ""}`;
}

function account({ bank_name, account_number_end }: NotificationRow): string {
  return `${bank_name ?? ""} ${maskedEnd(account_number_end ?? "")}`;
}
