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
const policy = { ...request, page: "/dashboard/settings/approval-policy" } as const;

/** The kinds about payment requests, batches and the approval policy, for tenants. */
export const requestKinds: Readonly<Record<RequestKind, KindEntry>> = {
  request_waiting: {
    ...request,
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
};
