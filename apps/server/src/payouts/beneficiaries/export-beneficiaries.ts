import {
  beneficiaryColumns,
  beneficiaryColumnTitles,
  type BeneficiaryColumn,
} from "@rokad/contract/beneficiary-import";
import type { TableFormat } from "@rokad/contract/table-format";
import { database, type Db } from "../../database/db.ts";
import type { StreamedFile } from "../../files/send-file.ts";
import { tableFile } from "../../files/table-file.ts";
import { today } from "../../kernel/days.ts";
import { maskEnd } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { decryptDetails } from "./beneficiary-details.ts";
import { decryptDestination, selectDestinations } from "./payout-destinations.ts";
import { findPage, type SearchedFilter } from "./find-page.ts";

const pageRows = 500;

/**
 * All beneficiaries of a filter as a file that an import reads, sent while its pages are read. One
 * with several accounts or UPI IDs has a further row for each pair of them. Masked for a super admin
 * who views the console.
 * @throws 429 `EXPORTS_BUSY` while too many files are in progress.
 */
export function exportBeneficiaries(
  tenant: Tenant,
  { format, ...filter }: SearchedFilter & { readonly format: TableFormat },
): StreamedFile {
  return tableFile({
    format,
    name: `beneficiaries-${today()}`,
    sheetName: "Beneficiaries",
    columns: beneficiaryColumns.map((column) => ({ title: beneficiaryColumnTitles[column] })),
    rows: readRows(database(), tenant, filter),
  });
}

async function* readRows(
  db: Db,
  tenant: Tenant,
  filter: SearchedFilter,
): AsyncGenerator<(string | null)[]> {
  let after: Awaited<ReturnType<typeof findPage>>["next"];
  do {
    const page = await findPage(db, tenant, filter, { after, limit: pageRows });
    const ids = page.rows.map(({ id }) => id);
    if (ids.length === 0) return;
    const rows = await selectSaved(db, tenant, ids);
    const saved = new Map(rows.map((row) => [row.id, row]));
    const destinations = Map.groupBy(
      await selectDestinations(db, tenant, ids, { withEnded: false }),
      (destination) => destination.beneficiary_id,
    );
    for (const id of ids) {
      const beneficiary = saved.get(id);
      if (beneficiary) yield* rowsOf(tenant, beneficiary, destinations.get(id) ?? []);
    }
    after = page.next;
  } while (after);
}

type Saved = Awaited<ReturnType<typeof selectSaved>>[number];
type Destination = Awaited<ReturnType<typeof selectDestinations>>[number];

function selectSaved(db: Db, tenant: Tenant, ids: readonly string[]) {
  return db
    .selectFrom("beneficiaries")
    .select(["id", "name", "short_name", "kind", "tags", "note", "details_encrypted"])
    .where("tenant_id", "=", tenant.tenantId)
    .where("id", "in", [...ids])
    .execute();
}

function* rowsOf(
  tenant: Tenant,
  saved: Saved,
  destinations: readonly Destination[],
): Generator<(string | null)[]> {
  const accounts = destinations.filter(({ method }) => method === "imps");
  const upiIds = destinations.filter(({ method }) => method === "upi");
  const shown = (destination: Destination | undefined) =>
    destination
      ? tenant.isViewed
        ? maskEnd(destination.destination_end)
        : decryptDestination(destination)
      : null;
  const details = decryptDetails(saved);
  const number = (value: string | undefined) =>
    value && tenant.isViewed ? maskEnd(value.slice(-4)) : (value ?? null);
  for (let at = 0; at < Math.max(accounts.length, upiIds.length, 1); at += 1) {
    const values: Record<BeneficiaryColumn, string | null> = {
      name: saved.name,
      account_number: shown(accounts[at]),
      ifsc_code: accounts[at]?.ifsc_code ?? null,
      upi_id: shown(upiIds[at]),
      short_name: saved.short_name,
      kind: saved.kind,
      email: details.email ?? null,
      phone: details.phone ?? null,
      address: details.address ?? null,
      gstin: number(details.gstin),
      pan: number(details.pan),
      tags: saved.tags.join(", "),
      note: saved.note,
    };
    yield beneficiaryColumns.map((column) => values[column]);
  }
}
