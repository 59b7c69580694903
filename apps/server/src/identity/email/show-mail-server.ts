import type { MailServer } from "@rokad/contract/mail-server";
import { sql } from "kysely";
import { missingCredentials } from "../../kernel/credentials.ts";
import { secondsFromNow } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { readSettings } from "../settings/settings.ts";
import { readMailRoute, senderOf, type MailRoute } from "./configured-mail.ts";

const tlsNames = { starttls: "STARTTLS", tls: "TLS", none: "no encryption" } as const;

/** The mail server with its figures of the last 24 hours. */
export async function showMailServer(): Promise<MailServer> {
  const route = await readMailRoute();
  const [figures, problem, sender] = await Promise.all([
    readFigures(),
    problemOf(route),
    "server" in route ? senderOf(route.server) : null,
  ]);
  return {
    source: route.source,
    server:
      "server" in route
        ? `${route.server.host}:${route.server.port}, ${tlsNames[route.server.tls]}`
        : null,
    sender: sender && `${sender.name} <${sender.address}>`,
    problem,
    ...figures,
  };
}

async function problemOf(route: MailRoute): Promise<string | null> {
  if ("server" in route) {
    const missing = await missingCredentials(["SMTP_USER", "SMTP_PASSWORD"]);
    // Some servers know this one by its address and take no user.
    return missing.length === 1 ? `Not set: ${missing.join()}` : null;
  }
  const { smtp_host: host, mail_from: from } = await readSettings();
  if (host !== null && from === null) return "Sender's e-mail address is not set";
  if (host === null && from !== null) return "Mail server is not set";
  return null;
}

async function readFigures() {
  const dayAgo = secondsFromNow(-24 * 60 * 60);
  const { rows } = await sql<{
    sent: number;
    failed: number;
    average_ms: number | null;
    waiting: number;
    oldest_waiting_at: Date | null;
    last_success_at: Date | null;
    error_at: Date | null;
    error: string | null;
  }>`
    with recent as (
      select * from outbound_messages where channel = 'email' and created_at > ${dayAgo}
    ), failing as (
      select coalesce(finished_at, created_at) as at, last_error from recent
      where last_error is not null order by 1 desc limit 1
    )
    select
      count(*) filter (where state = 'sent')::int as sent,
      count(*) filter (where state = 'failed')::int as failed,
      (avg(took_ms) filter (where state = 'sent'))::int as average_ms,
      count(*) filter (where state = 'waiting')::int as waiting,
      min(created_at) filter (where state = 'waiting') as oldest_waiting_at,
      max(finished_at) filter (where state = 'sent') as last_success_at,
      (select at from failing) as error_at,
      (select last_error from failing) as error
    from recent
  `.execute(database());
  const [row] = rows;
  return {
    last_success_at: row?.last_success_at?.toISOString() ?? null,
    last_error: row?.error_at ? { at: row.error_at.toISOString(), what: row.error ?? "" } : null,
    last_day: {
      sent: row?.sent ?? 0,
      failed: row?.failed ?? 0,
      average_ms: row?.average_ms ?? null,
    },
    waiting: row?.waiting ?? 0,
    oldest_waiting_at: row?.oldest_waiting_at?.toISOString() ?? null,
  };
}
