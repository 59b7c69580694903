import type { Notification, SuperAdminKind } from "@rokad/contract/notifications";
import { formatMoney } from "@rokad/money/format";
import { inr, maskedEnd } from "../money.ts";
import type { NewsRow } from "./select-news.ts";

/** What a super admin reads: told of the thing as it stands now, not as it stood then. */
export function asNews(row: NewsRow): Notification {
  const kind = row.kind as SuperAdminKind;
  const { title, say } = words[kind];
  const paise = row.payout_paise ?? row.deposit_paise;
  return {
    id: row.id,
    kind,
    title: typeof title === "string" ? title : title(row),
    text: say(row),
    amount: paise === null ? null : inr(paise),
    subject_id: row.subject_id,
    reference: row.reference_id ?? row.utr_reference,
    created_at: row.created_at.toISOString(),
    read: row.read,
  };
}

interface Words {
  readonly title: string | ((row: NewsRow) => string);
  readonly say: (row: NewsRow) => string;
}

const words: Readonly<Record<SuperAdminKind, Words>> = {
  deposit_requested: {
    title: (row) => waiting(row.deposits_waiting, ["Deposit", "deposits", "to approve"]),
    say: (row) => `${deposit(row)}${reviewed(row.deposit_status)}`,
  },
  deposit_needs_second: {
    title: (row) => waiting(row.seconds_waiting, ["Second approval", "second approvals", "needed"]),
    say: (row) =>
      row.deposit_status === "pending"
        ? `${deposit(row)} was approved once and needs you`
        : `${deposit(row)}${reviewed(row.deposit_status)}`,
  },
  bank_account_requested: {
    title: (row) => waiting(row.accounts_waiting, ["Bank account", "bank accounts", "to review"]),
    say: (row) => `${account(row)}${reviewed(row.account_status)}`,
  },
  money_in_suspense: {
    title: (row) =>
      waiting(row.suspense_waiting, ["Credit in suspense", "credits in suspense", "to decide"]),
    say: (row) =>
      `${row.detail ?? ""}${row.suspense_waiting > 0 ? "" : "; it has been decided since"}`,
  },
  payout_stuck: {
    title: "Payouts without an answer",
    say: (row) =>
      row.payout_status === "success" || row.payout_status === "failed"
        ? `${payout(row)} has its answer now: ${row.payout_status}`
        : `${payout(row)} has waited too long for its outcome${row.detail ?? ""}`,
  },
  payout_contradicted: {
    title: "Provider contradicts itself",
    say: (row) => `${payout(row)} ${row.detail ?? ""}. No money was moved; please look into it`,
  },
  provider_paused: {
    title: "Provider paused",
    say: (row) => `${actor(row)} paused ${row.detail ?? ""}`,
  },
  provider_resumed: {
    title: "Provider resumed",
    say: (row) => `${actor(row)} resumed ${row.detail ?? ""}`,
  },
  provider_failing: {
    title: "Provider is failing",
    say: (row) => row.detail ?? "",
  },
  books_faulty: {
    title: "The books have faults",
    say: (row) => row.detail ?? "",
  },
  reconciliation_differs: {
    title: "A provider's record differs",
    say: (row) => row.detail ?? "",
  },
  reconciliation_failed: {
    title: "Reconciliation failed",
    say: (row) => row.detail ?? "",
  },
  report_ready: {
    title: "Report ready",
    say: (row) => `${row.detail ?? ""} can be downloaded`,
  },
  setting_changed: {
    title: "Setting changed",
    say: (row) => `${actor(row)} changed ${row.detail ?? ""}`,
  },
};

function deposit({ deposit_paise, tenant_name, utr_reference }: NewsRow): string {
  return `${formatMoney(inr(deposit_paise))} from ${tenant_name ?? ""}, UTR ${utr_reference ?? ""},`;
}

function account({ bank_name, account_number_end, tenant_name }: NewsRow): string {
  return `${bank_name ?? ""} ${maskedEnd(account_number_end ?? "")} of ${tenant_name ?? ""}`;
}

function payout({ payout_paise, tenant_name, reference_id }: NewsRow): string {
  return `${reference_id ?? ""} of ${tenant_name ?? ""}, ${formatMoney(inr(payout_paise))},`;
}

function actor({ actor_name }: NewsRow): string {
  return actor_name ?? "The command line";
}

function reviewed(status: string | null): string {
  if (status === "pending") return " waits for you";
  return status === "failed" || status === "rejected" ? " was rejected" : " was approved";
}

/** "3 deposits to approve", however many of them this line is about; none when none waits. */
function waiting(count: number, [one, many, what]: [one: string, many: string, what: string]) {
  if (count <= 1) return count === 1 ? `${one} ${what}` : one;
  return `${count >= 100 ? "100 or more" : count} ${many} ${what}`;
}
