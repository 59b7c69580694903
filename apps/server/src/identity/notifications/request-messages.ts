import type { RequestKind } from "@rokad/contract/notifications";

interface Message {
  readonly title: string;
  readonly text: (row: { readonly detail: string | null }) => string;
}

const detail: Message["text"] = (row) => row.detail ?? "";

/** The titles of notifications about payment requests and the approval policy. */
export const requestMessages: Readonly<Record<RequestKind, Message>> = {
  request_waiting: { title: "Payment request waits for approval", text: detail },
  request_reminder: { title: "Payment request still waits", text: detail },
  request_stuck: { title: "Nobody can approve a payment request", text: detail },
  request_approved: { title: "Payment request approved", text: detail },
  request_rejected: { title: "Payment request rejected", text: detail },
  request_returned: { title: "Payment request changed", text: detail },
  request_expired: { title: "Payment request expired", text: detail },
  policy_waiting: { title: "Approval policy waits for a second owner", text: detail },
  policy_changed: { title: "Approval policy changed", text: detail },
};
