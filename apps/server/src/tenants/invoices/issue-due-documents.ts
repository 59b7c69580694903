import { todayInIndia } from "@rokad/contract/fields";
import { invoiceSettingKeys } from "@rokad/contract/invoice-settings";
import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { logFailure } from "../../database/log-failure.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { listChargedWallets } from "../../ledger/monthly-charges.ts";
import { readInvoiceEnvironment, type InvoiceEnvironment } from "./invoice-environment.ts";
import { issueDocuments } from "./issue-documents.ts";
import { daysOfMonth, monthAfter } from "./month-days.ts";
import { readInvoiceSettings, type InvoiceSettings } from "./parties.ts";

/** 03:00 in India: postings of the last seconds of a month have committed long before. */
const notBeforeMs = 3 * 60 * 60 * 1000;
/** Documents never change, so details can be corrected for an hour before any names them. */
const correctionSeconds = 60 * 60;

/**
 * Issues the documents of every month that has ended, oldest first. Months that were missed, or ended
 * before the supplier's details were set, are issued at the next run; after a change of those details,
 * an hour later.
 * @returns how many documents were issued.
 */
export async function issueDueDocuments(signal?: AbortSignal): Promise<number> {
  const settings = await readInvoiceSettings();
  if (!settings || (await wereChangedSince(secondsFromNow(-correctionSeconds)))) return 0;
  const { environment, since } = await readInvoiceEnvironment(database());
  let issued = 0;
  const failing = new Set<string>();
  for (const month of await listDueMonths(environment, since)) {
    if (signal?.aborted) break;
    issued += await issueMonth({ environment, month, settings, failing }, signal);
  }
  return issued;
}

/** True if a setting that documents name was changed after this time. */
async function wereChangedSince(time: Date): Promise<boolean> {
  const row = await database()
    .selectFrom("settings_history")
    .select("id")
    .where("key", "in", invoiceSettingKeys)
    .where("changed_at", ">", time)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface DueMonth extends Pick<InvoiceEnvironment, "environment"> {
  readonly month: string;
  readonly settings: InvoiceSettings;
  /** The tenants whose documents could not be issued. */
  readonly failing: Set<string>;
}

/**
 * A tenant whose documents can't be issued keeps the month open, and gets none of later months: a
 * credit note needs its invoice.
 */
async function issueMonth(
  { environment, month, settings, failing }: DueMonth,
  signal?: AbortSignal,
): Promise<number> {
  let issued = 0;
  for (const tenantId of await listChargedWallets(database(), daysOfMonth(month))) {
    if (signal?.aborted) return issued;
    if (failing.has(tenantId)) continue;
    try {
      issued += await issueDocuments(tenantId, month, settings);
    } catch (error) {
      failing.add(tenantId);
      logFailure(error, "The tax documents of a tenant could not be issued", { tenantId, month });
    }
  }
  if (failing.size === 0) {
    await database()
      .insertInto("invoiced_months")
      .values({ environment, month: `${month}-01`, finished_at: now() })
      .onConflict((one) => one.doNothing())
      .execute();
  }
  return issued;
}

/** Months that have ended and are not finished, from that of the first account or of real money on. */
async function listDueMonths(
  environment: InvoiceEnvironment["environment"],
  since: Date | null,
): Promise<string[]> {
  const current = todayInIndia(new Date(now().getTime() - notBeforeMs)).slice(0, 7);
  const { rows } = await sql<{ first: string | null; finished: string[] }>`
    select
      (
        select to_char(
          greatest(min(created_at), ${since}::timestamptz)
            at time zone 'Asia/Kolkata',
          'YYYY-MM'
        ) from tenants
      ) as first,
      array(
        select to_char(month, 'YYYY-MM') from invoiced_months where environment = ${environment}
      ) as finished
  `.execute(database());
  const { first = null, finished = [] } = rows[0] ?? {};
  if (first === null) return [];
  const due: string[] = [];
  for (let month = first; month < current; month = monthAfter(month))
    if (!finished.includes(month)) due.push(month);
  return due;
}
