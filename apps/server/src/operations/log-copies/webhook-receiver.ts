import type { SignedWebhook } from "../../kernel/log-copy-settings.ts";
import type { AuditReceiver } from "./audit-receiver.ts";
import { auditJson } from "./audit-rows.ts";
import { postSigned } from "./sign-webhook.ts";

/** Posts batches of rows as lines of JSON (NDJSON). An answer of 200 to 299 acknowledges them. */
export function webhookReceiver(webhook: SignedWebhook): AuditReceiver {
  return {
    name: "webhook",
    send: (rows) =>
      postSigned(webhook, {
        id: `audit-${rows[0]?.seq}-${rows.at(-1)?.seq}`,
        contentType: "application/x-ndjson",
        text: rows.map((row) => `${auditJson(row)}\n`).join(""),
      }),
  };
}
