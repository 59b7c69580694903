import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant } from "./call.ts";

export const mailServer = z
  .object({
    /** `sandbox`: e-mails are kept here instead of being sent. `none`: nothing is sent. */
    source: z.enum(["environment", "settings", "sandbox", "none"]),
    /** "smtp.example.in:587, STARTTLS"; null without a server. */
    server: z.nullable(z.string()),
    /** "Sharma Pay <no-reply@example.in>"; null if the settings lack it. */
    sender: z.nullable(z.string()),
    /** Why nothing can be sent with these settings; null if it can. */
    problem: z.nullable(z.string()),
    last_success_at: z.nullable(instant()),
    last_error: z.nullable(z.object({ at: instant(), what: z.string() })),
    /** E-mails of the last 24 hours. */
    last_day: z.object({ sent: count(), failed: count(), average_ms: z.nullable(count()) }),
    waiting: count(),
    oldest_waiting_at: z.nullable(instant()),
  })
  .register(z.globalRegistry, { id: "MailServer" });
export type MailServer = z.output<typeof mailServer>;

export const getMailServer = defineCall({
  name: "getMailServer",
  summary: "The mail server: configuration, and e-mails of the last 24 hours",
  tag: "Mail server",
  method: "GET",
  path: "/super-admin/mail-server",
  who: "superadmin",
  needs: "view",
  changesWith: ["gateway", "settings"],
  answer: dataAnswer(mailServer),
  errors: ["SETTING_UNREADABLE"],
  example: {
    answer: {
      success: true,
      data: {
        source: "settings",
        server: "smtp.example.in:587, STARTTLS",
        sender: "Rokad <no-reply@example.in>",
        problem: null,
        last_success_at: "2026-11-20T05:30:00.000Z",
        last_error: null,
        last_day: { sent: 212, failed: 1, average_ms: 430 },
        waiting: 0,
        oldest_waiting_at: null,
      },
    },
  },
});

export const sendTestEmail = defineCall({
  name: "sendTestEmail",
  summary: "Send a test e-mail to your own verified address and wait for the server's answer",
  tag: "Mail server",
  method: "POST",
  path: "/super-admin/mail-server/test",
  who: "superadmin",
  needs: "manage",
  stepUp: { unsigned: "E-mails only the super admin's own verified address" },
  /** `error`: why the server did not take the e-mail; null if it did. */
  answer: dataAnswer(z.object({ took_ms: count(), error: z.nullable(z.string()) })),
  errors: ["EMAIL_NOT_VERIFIED", "SETTING_UNREADABLE", "TOO_MANY_REQUESTS"],
  example: { answer: { success: true, data: { took_ms: 430, error: null } } },
});
