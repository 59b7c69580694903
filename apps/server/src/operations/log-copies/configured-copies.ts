import type { LogCopySettings } from "../../kernel/log-copy-settings.ts";
import type { AuditReceiver } from "./audit-receiver.ts";
import { appendToFile, mailHeads, postHeads, type HeadsPlace } from "./heads-places.ts";
import { syslogReceiver } from "./syslog-receiver.ts";
import { webhookReceiver } from "./webhook-receiver.ts";

let receivers: readonly AuditReceiver[] = [];
let places: readonly HeadsPlace[] = [];

/** Sets where copies of the audit log and of the heads go. */
export function useLogCopies(settings: LogCopySettings): void {
  const { syslog, webhook, headsFile, headsWebhook, headsMail } = settings;
  receivers = [
    ...(syslog ? [syslogReceiver(syslog)] : []),
    ...(webhook ? [webhookReceiver(webhook)] : []),
  ];
  places = [
    ...(headsFile ? [appendToFile(headsFile)] : []),
    ...(headsWebhook ? [postHeads(headsWebhook)] : []),
    ...(headsMail ? [mailHeads(headsMail)] : []),
  ];
}

export function auditReceivers(): readonly AuditReceiver[] {
  return receivers;
}

export function headsPlaces(): readonly HeadsPlace[] {
  return places;
}

/** The names of all copies that are configured. Others keep their row with its last failures for ever. */
export function copyNames(): ReadonlySet<string> {
  return new Set([...receivers, ...places].map(({ name }) => name));
}
