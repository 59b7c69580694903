// The guarantee: a place outside that is set by half, or without protection on its way, stops the
// start with a sentence that names the variable.
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const secret = `whsec_${"A".repeat(43)}=`;

test.each([
  [
    { AUDIT_WEBHOOK_URL: "https://siem.example.in/rokad" },
    "AUDIT_WEBHOOK_SECRET: must be set with",
  ],
  [{ HEADS_WEBHOOK_URL: "http://siem.example.in", HEADS_WEBHOOK_SECRET: secret }, "https://"],
  [{ HEADS_MAIL_TO: "a@example.in" }, "HEADS_MAIL_FROM, SMTP_URL: must be set with HEADS_MAIL_TO"],
  [{ AUDIT_SYSLOG_URL: "syslog://10.0.0.9" }, "must name its port"],
  [{ AUDIT_SYSLOG_URL: "https://10.0.0.9:6514" }, "AUDIT_SYSLOG_URL"],
  [{ HEADS_WEBHOOK_URL: "https://a.in", HEADS_WEBHOOK_SECRET: "short" }, "must be whsec_"],
])("refuses %o", (env, message) => {
  expect(() => readConfig(env)).toThrow(message);
});

test("accepts syslog at a private address, which the operator chose", () => {
  const { logCopies } = readConfig({ AUDIT_SYSLOG_URL: "syslogs://10.0.0.9:6514" });
  expect(logCopies).toEqual({ syslog: { url: "syslogs://10.0.0.9:6514", caFile: undefined } });
});
