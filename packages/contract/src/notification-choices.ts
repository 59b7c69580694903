import * as z from "zod/mini";
import { dataAnswer, defineCall, instant, money } from "./call.ts";
import { emailAddress } from "./email-rules.ts";
import { otp } from "./fields.ts";
import { rupees } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { notificationKinds } from "./notifications.ts";
import { inr } from "./samples.ts";

export const notificationGroups = [
  "Security",
  "Payouts",
  "Approvals",
  "Wallet and deposits",
  "Bank accounts",
  "Files",
  "Account",
  "To decide",
  "Warnings",
  "Changes",
] as const;

/** Where one kind goes, besides the console. */
const notificationChoice = z
  .object({
    kind: z.enum(notificationKinds),
    group: z.enum(notificationGroups),
    name: z.string(),
    email: z.boolean(),
    /** `always`: a warning that can't be turned off. `unavailable`: it has no registered text. */
    sms: z.enum(["on", "off", "always", "unavailable"]),
    /** E-mails and texts begin at this amount, about approvals only texts; null for a kind without. */
    above: z.nullable(money),
  })
  .register(z.globalRegistry, { id: "NotificationChoice" });
export type NotificationChoice = z.output<typeof notificationChoice>;

const notificationChoices = z.object({
  /** The verified address; null without one. */
  email: z.nullable(z.string()),
  /** The address whose code is awaited. */
  pending_email: z.nullable(z.object({ email: z.string(), expires_at: instant() })),
  /** False if this installation has no mail server. */
  is_email_available: z.boolean(),
  /** Why the newest e-mail did not arrive; null if it did. */
  email_problem: z.nullable(z.string()),
  kinds: z.array(notificationChoice),
});
export type NotificationChoices = z.output<typeof notificationChoices>;

const sample: z.input<typeof notificationChoices> = {
  email: "asha@sharmatraders.example",
  pending_email: null,
  is_email_available: true,
  email_problem: null,
  kinds: [
    {
      kind: "payout_settled",
      group: "Payouts",
      name: "Large payout completed",
      email: true,
      sms: "off",
      above: inr(1_00_000_00),
    },
  ],
};

export const getNotificationChoices = defineCall({
  name: "getNotificationChoices",
  summary: "Your e-mail address, and which notifications go out by e-mail and text",
  tag: "Notifications",
  method: "GET",
  path: "/account/notifications",
  who: "person",
  changesWith: ["account", "settings"],
  answer: dataAnswer(notificationChoices),
  errors: ["SETTING_UNREADABLE"],
  example: { answer: { success: true, data: sample } },
});

export const chooseNotification = defineCall({
  name: "chooseNotification",
  summary: "Choose where one kind goes; what is left out stays; repeating has no effect",
  tag: "Notifications",
  method: "POST",
  path: "/account/notifications/{kind}",
  who: "person",
  params: z.object({ kind: z.enum(notificationKinds, { error: "There is no such kind" }) }),
  body: z.object({
    email: z.optional(z.boolean({ error: "Choose on or off" })),
    sms: z.optional(z.boolean({ error: "Choose on or off" })),
    above: z.optional(
      rupees({
        required: "Enter an amount",
        min: [0, "Amount must be at least ₹0"],
        max: [limits.payoutPaiseMax, "Amount must not exceed ₹5,00,000"],
      }),
    ),
  }),
  answer: dataAnswer(notificationChoice),
  errors: ["NOT_FOUND", "SETTING_UNREADABLE"],
  example: {
    request: { email: true, above: 100000 },
    answer: { success: true, data: sample.kinds[0] },
  },
});

/** Null removes the address at once; no code is needed. */
const newAddress = z.object({ email: z.nullable(emailAddress) });
const addressAnswer = dataAnswer(notificationChoices);
const addressErrors = ["TOO_MANY_REQUESTS", "EMAIL_UNAVAILABLE", "SETTING_UNREADABLE"] as const;

export const changeEmailAddress = defineCall({
  name: "changeEmailAddress",
  summary: "Send a code to a new e-mail address of your own, or remove the address",
  tag: "Notifications",
  method: "POST",
  path: "/account/email",
  who: "tenant",
  needs: "notifications",
  body: newAddress,
  answer: addressAnswer,
  errors: addressErrors,
  example: {
    request: { email: "asha@sharmatraders.example" },
    answer: { success: true, data: sample },
  },
});

export const changeAdminEmailAddress = defineCall({
  name: "changeAdminEmailAddress",
  summary: "The same for a super admin, who signs the change",
  tag: "Notifications",
  method: "POST",
  path: "/super-admin/account/email",
  who: "superadmin",
  needs: "notifications",
  stepUp: { signs: "request" },
  idempotent: true,
  body: newAddress,
  answer: addressAnswer,
  errors: addressErrors,
});

export const verifyEmailAddress = defineCall({
  name: "verifyEmailAddress",
  summary: "Use the code that was sent to the new address; from now on e-mails go there",
  tag: "Notifications",
  method: "POST",
  path: "/account/email/verify",
  who: "person",
  body: z.object({ code: otp }),
  answer: addressAnswer,
  errors: [
    "OTP_INVALID",
    "OTP_EXPIRED",
    "OTP_TRIES_USED_UP",
    "TOO_MANY_REQUESTS",
    "SETTING_UNREADABLE",
  ],
  example: { request: { code: "493027" }, answer: { success: true, data: sample } },
});
