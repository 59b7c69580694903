import { hostname } from "node:os";
import { auditJson, type AuditRow } from "./audit-rows.ts";

/** "Log audit" (13) × 8 + notice (5): RFC 5424, 6.2.1. */
const priority = 109;
/** The number that RFC 5612 reserves for use without a registered enterprise number. */
const enterpriseNumber = 32_473;
const byteOrderMark = "\uFEFF";

/**
 * A row as a syslog message (RFC 5424): structured data with the fields to search by, then the
 * whole row as JSON in UTF-8.
 */
export function formatSyslog(row: AuditRow): string {
  const header = [
    `<${priority}>1`,
    row.at,
    nameField(hostname(), 255),
    "rokad",
    "-",
    nameField(row.act, 32),
  ].join(" ");
  return `${header} ${structuredData(row)} ${byteOrderMark}${auditJson(row)}`;
}

function structuredData(row: AuditRow): string {
  const parameters = {
    seq: String(row.seq),
    actor: row.actor_id,
    subject: row.subject_kind && `${row.subject_kind}:${row.subject_id}`,
    address: row.address,
    reason: row.reason,
    hash: row.hash,
  };
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === null || value === "" ? [] : [`${name}="${escapeParameter(value)}"`],
  );
  return `[audit@${enterpriseNumber} ${pairs.join(" ")}]`;
}

/** Escapes what RFC 5424, 6.3.3 names. Line breaks are allowed there but split many receivers' lines. */
function escapeParameter(value: string): string {
  return value.replaceAll(/["\\\]]/g, String.raw`\$&`).replaceAll(/\p{Cc}/gu, " ");
}

/** Header fields are printable ASCII without spaces (RFC 5424, 6). */
function nameField(text: string, charsMax: number): string {
  return text.replaceAll(/[^\x21-\x7e]/g, "_").slice(0, charsMax) || "-";
}

/** Octet counting (RFC 6587, 3.4.1): the length in bytes, a space, the message. */
export function frameOf(message: string): string {
  return `${Buffer.byteLength(message)} ${message}`;
}
