import * as z from "zod/mini";
import { count, defineCall, instant, one } from "./call.ts";
import { smsKinds } from "./sms-text.ts";

const gatewayNames = ["sandbox", "msg91", "twilio"] as const;
export type SmsGatewayName = (typeof gatewayNames)[number];

const happening = z.nullable(z.object({ at: instant(), what: z.string() }));

export const smsGateway = z
  .object({
    name: z.enum(gatewayNames),
    /** The second takes what the first one could not send. */
    place: z.enum(["first", "second"]),
    /** By the names that they have in `.env`; none when it is configured. */
    missing_settings: z.array(z.string()),
    last_success_at: z.nullable(instant()),
    last_error: happening,
    /** Texts that it did not take, since the last one that it took. */
    failures_in_row: count(),
    last_day: z.object({
      sent: count(),
      failed: count(),
      /** Null while nothing was sent. */
      average_ms: z.nullable(count()),
      slowest_ms: z.nullable(count()),
    }),
  })
  .register(z.globalRegistry, { id: "SmsGateway" });
export type SmsGateway = z.output<typeof smsGateway>;

export const listSmsGateways = defineCall({
  name: "listSmsGateways",
  summary: "The SMS gateways: configured, and how their sends of the last 24 hours went",
  method: "GET",
  path: "/super-admin/sms-gateways",
  who: "superadmin",
  changesWith: ["gateway", "settings"],
  answer: one(z.array(smsGateway)),
  errors: ["SETTING_UNREADABLE"],
});

export const sendTestSms = defineCall({
  name: "sendTestSms",
  summary: "Text one's own number over one gateway, with a code that opens nothing",
  method: "POST",
  path: "/super-admin/sms-gateways/{name}/test",
  who: "superadmin",
  params: z.object({ name: z.enum(gatewayNames, { error: "There is no such gateway" }) }),
  body: z.object({ kind: z.enum(smsKinds, { error: "Choose which text is sent" }) }),
  /** `error` says why the gateway did not take it; null when it did. */
  answer: one(z.object({ took_ms: count(), error: z.nullable(z.string()) })),
  errors: ["SETTING_UNREADABLE", "TOO_MANY_REQUESTS", "NOT_FOUND"],
});
