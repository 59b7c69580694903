import * as z from "zod/mini";
import { count, defineCall, instant, money, dataAnswer } from "./call.ts";
import { id, idParams, limit } from "./fields.ts";
import { limits } from "./limits.ts";
import { inr, sampleIds } from "./samples.ts";

/** The kinds for tenants. */
const tenantKinds = [
  "payout_settled",
  "payout_failed",
  "payout_reversed",
  "payout_cancelled",
  "payouts_cancelled",
  "payout_partly_returned",
  "payout_waits",
  "payout_still_waits",
  "payout_wait_ended",
  "payout_funded",
  "payouts_locked",
  "deposit_approved",
  "deposit_rejected",
  "deposit_credited",
  "wallet_adjusted",
  "receivable_paid",
  "virtual_account_opened",
  "bank_account_approved",
  "bank_account_rejected",
  "bank_account_revoked",
  "account_viewed",
  "account_closing",
  "export_ready",
  "export_failed",
  "receiving_account_changes",
] as const;
export type TenantKind = (
  | typeof tenantKinds
  | typeof requestKinds
  | typeof apiKeyKinds
  | typeof personKinds
  | typeof teamKinds
)[number];

/** The kinds about payment requests, batches, schedules and the approval policy, for tenants. */
const requestKinds = [
  "request_waiting",
  "request_reminder",
  "request_stuck",
  "request_approved",
  "request_rejected",
  "request_returned",
  "request_expired",
  "request_withdrawn",
  "policy_waiting",
  "policy_changed",
  "batch_finished",
  "batch_paused",
  "batch_waiting",
  "batch_returned",
  "schedule_waiting",
  "schedule_returned",
  "schedule_run_failed",
  "schedule_paused",
  "schedule_ended",
  "batch_prepared",
  "batch_not_prepared",
  "batch_reminder",
  "batch_stuck",
  "schedule_reminder",
  "schedule_stuck",
] as const;
export type RequestKind = (typeof requestKinds)[number];

/** The kinds about API keys and webhooks, for tenants. */
const apiKeyKinds = [
  "api_key_created",
  "api_key_unused",
  "api_key_disabled",
  "webhook_disabled",
] as const;
export type ApiKeyKind = (typeof apiKeyKinds)[number];

/** The kind for members of a team: a tenant's or the installation's. */
const teamKinds = ["team_changed"] as const;
export type TeamKind = (typeof teamKinds)[number];

/** The kinds about a person's own codes, sessions and addresses, for tenants and super admins. */
const personKinds = [
  "codes_guessed",
  "signed_in_new_device",
  "session_stolen",
  "passkey_added",
  "passkey_removed",
  "passkey_copied",
  "email_changed",
  "texts_limited",
] as const;
export type PersonKind = (typeof personKinds)[number];

/** The kinds for super admins only. */
const superAdminKinds = [
  "deposit_requested",
  "deposit_needs_second",
  "bank_account_requested",
  "money_in_suspense",
  "statement_contradicts",
  "adjustment_proposed",
  "credit_charged_back",
  "payout_stuck",
  "payout_contradicted",
  "closing_blocked",
  "provider_paused",
  "provider_resumed",
  "provider_failing",
  "provider_balance_low",
  "books_faulty",
  "reconciliation_differs",
  "reconciliation_failed",
  "report_ready",
  "setting_changed",
  "proposal_waiting",
  "proposal_closed",
  "change_scheduled",
] as const;
export type SuperAdminKind = (
  | typeof superAdminKinds
  | typeof personKinds
  | typeof teamKinds
)[number];

/** A call and no spread: the bundler can drop it from the console, which does not read it. */
export const notificationKinds = [
  tenantKinds,
  requestKinds,
  apiKeyKinds,
  personKinds,
  teamKinds,
  superAdminKinds,
].flat();
export type NotificationKind = (typeof notificationKinds)[number];

export const notification = z
  .object({
    id,
    kind: z.enum(notificationKinds),
    title: z.string(),
    /** One sentence with name, amount and reason, where the kind has them. */
    text: z.string(),
    /** Of the payout, return, or deposit, or of what waits for approval; null for other kinds. */
    amount: z.nullable(money),
    /** The id of the payout, deposit, bank account, adjustment, export, verification, proposal, payment request, policy, API key or person. */
    subject_id: z.nullable(id),
    /** A payout's reference or a deposit's UTR; null for other kinds. */
    reference: z.nullable(z.string()),
    /** The console's page about it, such as `/dashboard/payouts/…`; null if it has none. */
    page: z.nullable(z.string()),
    created_at: instant(),
    read: z.boolean(),
  })
  .register(z.globalRegistry, { id: "Notification" });
export type Notification = z.output<typeof notification>;

const unreadCount = count()
  .check(z.maximum(limits.unreadCountMax))
  .register(z.globalRegistry, {
    description: `At most ${limits.unreadCountMax}, which means that many or more.`,
  });

export const listNotifications = defineCall({
  name: "listNotifications",
  summary: "Notifications, newest first",
  tag: "Notifications",
  method: "GET",
  path: "/notifications",
  who: "person",
  needs: "notifications",
  changesWith: ["notifications"],
  query: z.object({
    /** Returns only older ones: the `next` of the previous page. */
    before: z.optional(id),
    limit: limit(limits.notificationsPageRows),
  }),
  answer: z.object({
    success: z.literal(true),
    data: z.array(notification),
    unread_count: unreadCount,
    /** The `before` of the next page; null on the last page. */
    next: z.nullable(id),
  }),
  example: {
    answer: {
      success: true,
      data: [
        {
          id: "01994c61-5b0e-7a1d-9c44-8e2f6d7b9a03",
          kind: "deposit_approved",
          title: "Deposit approved",
          text: "₹25,000.00 with UTR ICICR52026112000 was added to your wallet",
          amount: inr(25_000_00),
          subject_id: sampleIds.deposit,
          reference: "ICICR52026112000",
          page: "/dashboard/wallet/deposits?utr=ICICR52026112000",
          created_at: "2026-11-20T06:40:00.000Z",
          read: false,
        },
      ],
      unread_count: 1,
      next: null,
    },
  },
});

export const readNotification = defineCall({
  name: "readNotification",
  summary: "Mark a notification as read; repeating has no effect",
  tag: "Notifications",
  method: "POST",
  path: "/notifications/{id}/read",
  who: "person",
  needs: "notifications",
  params: idParams,
  answer: dataAnswer(z.object({ unread_count: unreadCount })),
});

export const readNotifications = defineCall({
  name: "readNotifications",
  summary: "Mark this notification and all older ones as read; repeating has no effect",
  tag: "Notifications",
  method: "POST",
  path: "/notifications/read",
  who: "person",
  needs: "notifications",
  body: z.object({ up_to: id }),
  answer: dataAnswer(z.object({ unread_count: unreadCount })),
  example: {
    request: { up_to: "01994c61-5b0e-7a1d-9c44-8e2f6d7b9a03" },
    answer: { success: true, data: { unread_count: 0 } },
  },
});
