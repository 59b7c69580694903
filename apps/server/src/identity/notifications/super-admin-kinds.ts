import type { Notification, SuperAdminKind } from "@rokad/contract/notifications";
import { formatMoney } from "@rokad/money/format";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { inr, maskEnd } from "../../kernel/money.ts";
import type { SuperAdminNotificationRow } from "./super-admin-queries.ts";
import { describe, type KindEntry } from "./notification-kind.ts";
import { personKinds } from "./person-kinds.ts";

/** A super admin's notification with its title and text, from the current state of its subject. */
export function asSuperAdminNotification(row: SuperAdminNotificationRow): Notification {
  const paise = row.payout_paise ?? row.deposit_paise;
  return {
    ...describe(superAdminKinds[row.kind as SuperAdminKind], row),
    id: row.id,
    amount: paise === null ? null : inr(paise),
    created_at: row.created_at.toISOString(),
    read: row.read,
  };
}

const proposalPage = ({ subject_id: id }: SuperAdminNotificationRow) =>
  `/super-admin/settings${id === null ? "" : `?proposal=${id}`}`;

/** The kinds for super admins. */
export const superAdminKinds: Readonly<
  Record<SuperAdminKind, KindEntry<SuperAdminNotificationRow>>
> = {
  ...personKinds,
  team_changed: {
    group: "Account",
    name: "Team changed",
    email: true,
    page: "/super-admin/team",
    title: "Team changed",
    text: ({ detail }) => detail ?? "",
  },
  deposit_requested: {
    group: "To decide",
    name: "Deposit to approve",
    email: false,
    page: "/super-admin/deposits",
    title: (row) => titleWithCount(row.deposits_waiting, ["Deposit", "deposits", "to approve"]),
    text: (row) => `${deposit(row)}${reviewResult(row.deposit_status)}`,
  },
  deposit_needs_second: {
    group: "To decide",
    name: "Deposit needs a second approval",
    email: true,
    page: "/super-admin/deposits",
    title: (row) =>
      titleWithCount(row.seconds_waiting, ["Second approval", "second approvals", "needed"]),
    text: (row) =>
      row.deposit_status === "pending"
        ? `${deposit(row)} has one approval and needs yours`
        : `${deposit(row)}${reviewResult(row.deposit_status)}`,
  },
  bank_account_requested: {
    group: "To decide",
    name: "Bank account to review",
    email: false,
    page: "/super-admin/bank-accounts",
    title: (row) =>
      titleWithCount(row.accounts_waiting, ["Bank account", "bank accounts", "to review"]),
    text: (row) => `${account(row)}${reviewResult(row.account_status)}`,
  },
  money_in_suspense: {
    group: "To decide",
    name: "Credit in suspense",
    email: false,
    page: "/super-admin/suspense",
    title: (row) =>
      titleWithCount(row.suspense_waiting, [
        "Credit in suspense",
        "credits in suspense",
        "to decide",
      ]),
    text: (row) => `${row.detail ?? ""}${row.suspense_waiting > 0 ? "" : "; already decided"}`,
  },
  statement_contradicts: {
    group: "Warnings",
    name: "Statement contradicts a credit",
    email: true,
    page: "/super-admin/deposits/import",
    title: "Statement contradicts a credit",
    text: (row) => row.detail ?? "",
  },
  adjustment_proposed: {
    group: "To decide",
    name: "Adjustment to confirm",
    email: true,
    page: "/super-admin/adjustments",
    title: "Adjustment proposed",
    text: (row) => `${row.detail ?? ""}${adjustmentResult(row.adjustment_state)}`,
  },
  credit_charged_back: {
    group: "Warnings",
    name: "Credit taken back by a provider",
    email: true,
    page: "/super-admin/adjustments",
    title: "Provider took a credit back",
    text: (row) => row.detail ?? "",
  },
  payout_stuck: {
    group: "Warnings",
    name: "Payout without an outcome",
    email: true,
    page: "/super-admin/activity",
    title: "Payouts without an outcome",
    text: (row) =>
      row.payout_status !== null && outcomes.has(row.payout_status)
        ? `${payout(row)} now has an outcome: ${row.payout_status}`
        : `${payout(row)} still has no outcome${row.detail ?? ""}`,
  },
  payout_contradicted: {
    group: "Warnings",
    name: "Provider contradicts an outcome",
    email: true,
    page: "/super-admin/activity",
    title: "Provider contradicts an outcome",
    text: (row) => `${payout(row)} ${row.detail ?? ""}. No money moved; check with the provider`,
  },
  closing_blocked: {
    group: "Warnings",
    name: "Closing of an account needs attention",
    email: true,
    page: "/super-admin/tenants",
    title: "Closing needs attention",
    text: (row) => row.detail ?? "",
  },
  provider_paused: {
    group: "Changes",
    name: "Provider paused",
    email: true,
    page: "/super-admin/payment-gateway",
    title: "Provider paused",
    text: (row) => `${actor(row)} paused ${row.detail ?? ""}`,
  },
  provider_resumed: {
    group: "Changes",
    name: "Provider resumed",
    email: true,
    page: "/super-admin/payment-gateway",
    title: "Provider resumed",
    text: (row) => `${actor(row)} resumed ${row.detail ?? ""}`,
  },
  provider_failing: {
    group: "Warnings",
    name: "Provider, SMS gateway or mail server fails",
    email: true,
    page: "/super-admin/payment-gateway",
    title: "Provider is failing",
    text: (row) => row.detail ?? "",
  },
  provider_balance_low: {
    group: "Warnings",
    name: "Low balance with a provider",
    email: true,
    page: "/super-admin/float",
    title: "Provider balance is low",
    text: (row) => row.detail ?? "",
  },
  books_faulty: {
    group: "Warnings",
    name: "Faults in the ledger",
    email: true,
    isUrgent: true,
    page: "/super-admin/database",
    title: "Ledger verification found faults",
    text: (row) => row.detail ?? "",
  },
  reconciliation_differs: {
    group: "Warnings",
    name: "Reconciliation found differences",
    email: true,
    page: "/super-admin/reconciliation",
    title: "Reconciliation found differences",
    text: (row) => row.detail ?? "",
  },
  reconciliation_failed: {
    group: "Warnings",
    name: "Reconciliation failed",
    email: true,
    page: "/super-admin/reconciliation",
    title: "Reconciliation failed",
    text: (row) => row.detail ?? "",
  },
  report_ready: {
    group: "Files",
    name: "Report ready",
    email: true,
    page: "/super-admin/reports",
    title: "Report ready",
    text: (row) => `${row.detail ?? ""} is ready to download`,
  },
  setting_changed: {
    group: "Changes",
    name: "Setting or credential changed",
    email: true,
    page: "/super-admin/settings",
    title: "Setting changed",
    text: (row) => `${actor(row)} changed ${row.detail ?? ""}`,
  },
  proposal_waiting: {
    group: "To decide",
    name: "Change to confirm",
    email: true,
    page: proposalPage,
    title: "Change to confirm",
    text: (row) =>
      row.proposal_state === "waiting"
        ? `${row.proposer_name ?? ""} wants to change ${row.proposal_title ?? ""}. It needs a second super admin`
        : `${row.proposer_name ?? ""} wanted to change ${row.proposal_title ?? ""}; ${proposalResult(row)}`,
  },
  proposal_closed: {
    group: "Changes",
    name: "Proposed change decided",
    email: true,
    page: proposalPage,
    title: (row) =>
      row.proposal_state === "applied"
        ? "Change took effect"
        : `Change ${row.proposal_state ?? "closed"}`,
    text: (row) =>
      `${row.proposal_title ?? ""}, proposed by ${row.proposer_name ?? ""}: ${proposalResult(row)}`,
  },
  change_scheduled: {
    group: "Changes",
    name: "Change takes effect after a waiting time",
    email: true,
    isUrgent: true,
    page: proposalPage,
    title: (row) =>
      openStates.has(row.proposal_state ?? "")
        ? "Change takes effect soon"
        : "Change that was to take effect",
    text: (row) => {
      const what = `${row.proposal_title ?? ""}, proposed by ${row.proposer_name ?? ""}`;
      if (!openStates.has(row.proposal_state ?? "")) return `${what}: ${proposalResult(row)}`;
      const at = row.takes_effect_at ? dateTimeInIndia(row.takes_effect_at).slice(0, -3) : "";
      return `${what}, takes effect on ${at}. If it is wrong, stop it before then`;
    },
  },
};

const openStates: ReadonlySet<string> = new Set(["waiting", "scheduled"]);

function proposalResult(row: SuperAdminNotificationRow): string {
  const state = row.proposal_state ?? "";
  if (state === "applied") return "took effect after its waiting time";
  const because = row.closing_reason === null ? "" : `: ${row.closing_reason}`;
  if (row.closer_name !== null) return `${state} by ${row.closer_name}${because}`;
  return state === "void" ? `void${because}` : "expired";
}
const outcomes: ReadonlySet<string> = new Set(["success", "failed", "cancelled"]);

function deposit({ deposit_paise, tenant_name, utr_reference }: SuperAdminNotificationRow): string {
  return `${formatMoney(inr(deposit_paise))} from ${tenant_name ?? ""}, UTR ${utr_reference ?? ""},`;
}

function account({
  bank_name,
  account_number_end,
  tenant_name,
}: SuperAdminNotificationRow): string {
  return `${bank_name ?? ""} ${maskEnd(account_number_end ?? "")} of ${tenant_name ?? ""}`;
}

function payout({ payout_paise, tenant_name, reference_id }: SuperAdminNotificationRow): string {
  return `${reference_id ?? ""} of ${tenant_name ?? ""}, ${formatMoney(inr(payout_paise))},`;
}

function actor({ actor_name }: SuperAdminNotificationRow): string {
  return actor_name ?? "The command line";
}

function reviewResult(status: string | null): string {
  if (status === "pending") return " needs your review";
  return status === "failed" || status === "rejected" ? " was rejected" : " was approved";
}

function adjustmentResult(state: string | null): string {
  if (state === "posted") return "; it was confirmed";
  return state === "withdrawn" ? "; it was not confirmed" : ". A second super admin has to confirm";
}

/** "3 deposits to approve", "Deposit to approve" for one, or "Deposit" when none is pending. */
function titleWithCount(
  count: number,
  [one, many, what]: [one: string, many: string, what: string],
) {
  if (count <= 1) return count === 1 ? `${one} ${what}` : one;
  return `${count >= 100 ? "100 or more" : count} ${many} ${what}`;
}
