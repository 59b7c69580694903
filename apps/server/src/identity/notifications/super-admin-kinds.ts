import type { Notification, SuperAdminKind } from "@rokad/contract/notifications";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { inr } from "../../kernel/money.ts";
import type { SuperAdminNotificationRow } from "./super-admin-queries.ts";
import { describe, type KindEntry } from "./notification-kind.ts";
import { actor, adjustment, payout, proposal, proposalResult } from "./super-admin-subjects.ts";
import { personKinds } from "./person-kinds.ts";
import { queueKinds } from "./queue-kinds.ts";

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

const activityPage = "/super-admin/activity";
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
  ...queueKinds,
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
    page: ({ subject_id: id }) =>
      `/super-admin/adjustments${id === null ? "" : `?adjustment=${id}`}`,
    listPage: "/super-admin/adjustments",
    title: (row) =>
      row.adjustment_state === "proposed"
        ? "Adjustment awaiting a second signature"
        : "Adjustment proposed",
    text: adjustment,
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
    page: ({ subject_id: id, reference_id: reference }) =>
      id === null || reference === null
        ? activityPage
        : `${activityPage}?payout=${id}&reference=${reference}`,
    listPage: activityPage,
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
    text: (row) => `${payout(row)}: ${row.detail ?? ""}. No money moved; check with the provider`,
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
    page: "/super-admin/books",
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
    title: (row) => closedTitles[row.proposal_state ?? ""] ?? "Change closed",
    text: proposal,
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
      if (!openStates.has(row.proposal_state ?? "")) return proposal(row);
      const at = row.takes_effect_at ? dateTimeInIndia(row.takes_effect_at).slice(0, -3) : "";
      return `${row.proposal_title ?? ""}, a change proposed by ${row.proposer_name ?? ""}, takes effect on ${at}. If it is wrong, stop it before then`;
    },
  },
};

const closedTitles: Readonly<Record<string, string>> = {
  applied: "Change took effect",
  confirmed: "Change confirmed",
  rejected: "Change rejected",
  withdrawn: "Change withdrawn",
  expired: "Change expired",
  void: "Change void",
};
const openStates: ReadonlySet<string> = new Set(["waiting", "scheduled"]);
const outcomes: ReadonlySet<string> = new Set(["success", "failed", "cancelled"]);
