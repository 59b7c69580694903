import * as z from "zod/mini";
import { count, defineCall, instant, dataAnswer } from "./call.ts";
import { smsKinds } from "./sms-text.ts";

const gatewayNames = ["sandbox", "msg91", "twilio"] as const;
export type SmsGatewayName = (typeof gatewayNames)[number];

const event = z.nullable(z.object({ at: instant(), what: z.string() }));

export const smsGateway = z
  .object({
    name: z.enum(gatewayNames),
    /** The second sends what the first could not. */
    place: z.enum(["first", "second"]),
    /** Their names in `.env`; empty if the gateway is configured. */
    missing_settings: z.array(z.string()),
    /** What the optional texts lack here; without it, that text is not sent. */
    missing_lock_text_settings: z.array(z.string()),
    last_success_at: z.nullable(instant()),
    last_error: event,
    /** Failed texts since the last success. */
    failures_in_row: count(),
    last_day: z.object({
      sent: count(),
      failed: count(),
      /** Null without any text. */
      average_ms: z.nullable(count()),
      slowest_ms: z.nullable(count()),
    }),
  })
  .register(z.globalRegistry, { id: "SmsGateway" });
export type SmsGateway = z.output<typeof smsGateway>;

export const listSmsGateways = defineCall({
  name: "listSmsGateways",
  summary: "The SMS gateways: configuration, and sends of the last 24 hours",
  tag: "SMS gateways",
  method: "GET",
  path: "/super-admin/sms-gateways",
  who: "superadmin",
  needs: "view",
  changesWith: ["gateway", "settings"],
  answer: dataAnswer(z.array(smsGateway)),
  errors: ["SETTING_UNREADABLE"],
  example: {
    answer: {
      success: true,
      data: [
        {
          name: "msg91",
          place: "first",
          missing_settings: [],
          missing_lock_text_settings: ["MSG91_PAYOUT_LOCK_TEMPLATE_ID"],
          last_success_at: "2026-11-20T05:30:00.000Z",
          last_error: { at: "2026-11-20T05:12:00.000Z", what: "It gave no answer in time" },
          failures_in_row: 0,
          last_day: { sent: 412, failed: 3, average_ms: 240, slowest_ms: 8000 },
        },
      ],
    },
  },
});

export const sendTestSms = defineCall({
  name: "sendTestSms",
  summary: "Send a test text to your own number over one gateway; its code is not valid",
  tag: "SMS gateways",
  method: "POST",
  path: "/super-admin/sms-gateways/{name}/test",
  who: "superadmin",
  needs: "manage",
  stepUp: { unsigned: "Texts only the super admin's own number" },
  params: z.object({ name: z.enum(gatewayNames, { error: "There is no such gateway" }) }),
  body: z.object({ kind: z.enum(smsKinds, { error: "Choose a text" }) }),
  /** `error`: why the gateway did not accept the text; null if it did. */
  answer: dataAnswer(z.object({ took_ms: count(), error: z.nullable(z.string()) })),
  errors: ["SETTING_UNREADABLE", "TOO_MANY_REQUESTS", "NOT_FOUND"],
  example: {
    request: { kind: "sign_in" },
    answer: { success: true, data: { took_ms: 240, error: null } },
  },
});
