import type { RequestKind } from "@rokad/contract/notifications";
import type { CommonRow, KindEntry } from "./notification-kind.ts";

const request = {
  group: "Approvals",
  email: true,
  page: ({ subject_id: id }: CommonRow) => `/dashboard/requests/${id ?? ""}`,
  listPage: "/dashboard/requests",
  text: ({ detail }: CommonRow) => detail ?? "",
} as const;
const batch = {
  ...request,
  page: ({ subject_id: id }: CommonRow) => `/dashboard/bulk-payouts/${id ?? ""}`,
  listPage: "/dashboard/bulk-payouts",
} as const;
const schedule = {
  ...request,
  page: ({ subject_id: id }: CommonRow) => `/dashboard/schedules/${id ?? ""}`,
  listPage: "/dashboard/schedules",
} as const;
/** A text about large amounts, to those who can approve it now, if they chose that. */
const approvable = {
  sms: "requests_waiting",
  abovePaise: 1_00_000_00n,
  boundsTextsOnly: true,
} as const;
const policy = { ...request, page: "/dashboard/settings/approval-policy" } as const;

/** The kinds about payment requests, batches, schedules and the approval policy, for tenants. */
export const requestKinds: Readonly<Record<RequestKind, KindEntry>> = {
  request_waiting: {
    ...request,
    ...approvable,
    name: "Payment request to approve",
    title: "Payment request waits for approval",
  },
  request_reminder: {
    ...request,
    name: "Payment request still waits",
    title: "Payment request still waits",
  },
  request_stuck: {
    ...request,
    name: "Nobody can approve a payment request",
    title: "Nobody can approve a payment request",
  },
  request_approved: {
    ...request,
    name: "Payment request approved",
    title: "Payment request approved",
  },
  request_rejected: {
    ...request,
    name: "Payment request rejected",
    title: "Payment request rejected",
  },
  request_returned: {
    ...request,
    name: "Payment request changed",
    title: "Payment request changed",
  },
  request_expired: {
    ...request,
    name: "Payment request expired",
    title: "Payment request expired",
  },
  request_withdrawn: {
    ...request,
    name: "Payment request withdrawn, its account changed",
    title: "Payment request withdrawn",
  },
  policy_waiting: {
    ...policy,
    name: "Approval policy to confirm",
    title: "Approval policy waits for a second owner",
  },
  policy_changed: {
    ...policy,
    name: "Approval policy changed",
    title: "Approval policy changed",
  },
  batch_finished: {
    ...batch,
    name: "Batch of payouts finished",
    title: "Batch of payouts finished",
  },
  batch_waiting: {
    ...batch,
    ...approvable,
    name: "Batch of payouts to approve",
    title: "Batch of payouts waits for approval",
  },
  batch_returned: {
    ...batch,
    name: "Batch of payouts sent back",
    title: "Batch of payouts sent back",
  },
  batch_paused: {
    ...batch,
    name: "Batch of payouts waits",
    title: "Batch of payouts waits",
  },
  schedule_waiting: {
    ...schedule,
    ...approvable,
    name: "Schedule to approve",
    title: "Schedule waits for approval",
  },
  schedule_returned: {
    ...schedule,
    name: "Schedule sent back",
    title: "Schedule sent back",
  },
  schedule_run_failed: {
    ...schedule,
    name: "Scheduled payout not created",
    title: "Scheduled payout not created",
  },
  schedule_paused: {
    ...schedule,
    name: "Schedule paused, its signature no longer fits",
    title: "Schedule paused",
  },
  schedule_ended: {
    ...schedule,
    name: "Schedule finished",
    title: "Schedule finished",
  },
  batch_prepared: {
    ...batch,
    name: "Scheduled batch of payouts ready",
    title: "Scheduled batch of payouts ready",
  },
  batch_not_prepared: {
    ...batch,
    name: "Scheduled batch of payouts not prepared",
    title: "Scheduled batch of payouts not prepared",
  },
  batch_reminder: {
    ...batch,
    name: "Batch of payouts still waits for approval",
    title: "Batch of payouts still waits for approval",
  },
  batch_stuck: {
    ...batch,
    name: "Nobody can approve a batch of payouts",
    title: "Nobody can approve a batch of payouts",
  },
  schedule_reminder: {
    ...schedule,
    name: "Schedule still waits for approval",
    title: "Schedule still waits for approval",
  },
  schedule_stuck: {
    ...schedule,
    name: "Nobody can approve a schedule",
    title: "Nobody can approve a schedule",
  },
};
