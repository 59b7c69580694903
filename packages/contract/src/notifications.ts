import * as z from "zod/mini";
import { count, defineCall, instant, money, one } from "./call.ts";
import { id, idParams, limit } from "./fields.ts";
import { limits } from "./limits.ts";

/** What tenants hear of. */
const tenantKinds = [
  "payout_settled",
  "payout_failed",
  "payout_reversed",
  "deposit_approved",
  "deposit_rejected",
  "deposit_credited",
  "virtual_account_opened",
  "bank_account_approved",
  "bank_account_rejected",
  "account_viewed",
  "export_ready",
  "export_failed",
] as const;
export type TenantKind = (typeof tenantKinds)[number];

/** What super admins hear of, and no tenant. */
const superAdminKinds = [
  "deposit_requested",
  "deposit_needs_second",
  "bank_account_requested",
  "money_in_suspense",
  "payout_stuck",
  "payout_contradicted",
  "provider_paused",
  "provider_resumed",
  "provider_failing",
  "books_faulty",
  "reconciliation_differs",
  "reconciliation_failed",
  "report_ready",
  "setting_changed",
] as const;
export type SuperAdminKind = (typeof superAdminKinds)[number];

export const notificationKinds = [...tenantKinds, ...superAdminKinds] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notification = z
  .object({
    id,
    kind: z.enum(notificationKinds),
    title: z.string(),
    /** One sentence with whom, how much and why, as far as it fits the kind. */
    text: z.string(),
    /** Of the payout or deposit; null where it is about neither. */
    amount: z.nullable(money),
    /** What it is about: a payout, deposit, bank account, export, verification, or who did it. */
    subject_id: z.nullable(id),
    /** A payout's reference, a deposit's UTR; null for everything else. */
    reference: z.nullable(z.string()),
    created_at: instant(),
    read: z.boolean(),
  })
  .register(z.globalRegistry, { id: "Notification" });
export type Notification = z.output<typeof notification>;

const unreadCount = count().check(z.maximum(limits.unreadCountMax));
unreadCount.register(z.globalRegistry, {
  description: `Counted up to ${limits.unreadCountMax}: that many, or more.`,
});

export const listNotifications = defineCall({
  name: "listNotifications",
  summary: "What happened to the account, newest first",
  method: "GET",
  path: "/notifications",
  who: "person",
  changesWith: ["notifications"],
  query: z.object({
    /** Only those before this one: `next` of the page before. */
    before: z.optional(id),
    limit: limit(limits.notificationsPageRows),
  }),
  answer: z.object({
    success: z.literal(true),
    data: z.array(notification),
    unread_count: unreadCount,
    /** To ask for what comes after this page; null on the last one. */
    next: z.nullable(id),
  }),
});

export const readNotification = defineCall({
  name: "readNotification",
  summary: "Mark a notification as read; again is as good as once",
  method: "POST",
  path: "/notifications/{id}/read",
  who: "person",
  params: idParams,
  answer: one(z.object({ unread_count: unreadCount })),
});

export const readNotifications = defineCall({
  name: "readNotifications",
  summary: "Mark this notification and all before it as read; again is as good as once",
  method: "POST",
  path: "/notifications/read",
  who: "person",
  body: z.object({ up_to: id }),
  answer: one(z.object({ unread_count: unreadCount })),
});
