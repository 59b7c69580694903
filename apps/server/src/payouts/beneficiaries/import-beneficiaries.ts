import type { Answer } from "@rokad/contract/call";
import {
  missingBeneficiaryColumns,
  type BeneficiaryColumnPlaces,
  type importBeneficiaries as importCall,
  type ImportedRow,
  type previewBeneficiaryImport as previewCall,
} from "@rokad/contract/beneficiary-import";
import { describeUnclear } from "@rokad/contract/imported-file";
import type { DestinationForm } from "@rokad/contract/payout-form";
import { sql } from "kysely";
import { database, transaction, type Db } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../../identity/audit/record.ts";
import type { TableRow } from "../../files/tables/parsed-table.ts";
import { maskEnd } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { invalidInput } from "../../kernel/errors.ts";
import { findSharedAccounts, warnOfAccount, zerosDiffer } from "../account-warnings.ts";
import { destinationHash, endOfDestination } from "../destination.ts";
import { findByDigits } from "./find-by-digits.ts";
import { fileUnreadable, readImportFile } from "./read-import-file.ts";
import { readImportRow, type ImportForm, type ImportRow } from "./read-import-row.ts";
import { saveMany, type SavedForm } from "./save-many.ts";

const sampleRows = 5;
/** Of one transaction: an import holds no lock for long. */
const chunkRows = 500;

/**
 * What a file would save, with the columns that its header names or the person chose.
 * @throws 422 `FILE_UNREADABLE`; 429 `FILES_BUSY`.
 */
export async function previewImport(
  tenant: Tenant,
  bytes: Uint8Array,
  chosen: BeneficiaryColumnPlaces | undefined,
): Promise<Answer<typeof previewCall>["data"]> {
  const { kind, header, guess, notes, rows } = await readRows(tenant, bytes);
  const columns = chosen ?? guess.places;
  const unclear = chosen ? {} : guess.unclear;
  const canCheck = Object.keys(missingBeneficiaryColumns(columns)).length === 0;
  const checked = canCheck ? await checkRows(tenant, rows, columns) : null;
  return {
    kind,
    row_count: rows.length,
    template: guess.template,
    header: [...header],
    columns,
    unclear,
    notes: [...notes],
    sample: rows.slice(0, sampleRows).map(({ line, cells }) => ({ line, cells: [...cells] })),
    checked: checked && { ...totalsOf(checked), rows: checked },
  };
}

/**
 * Saves the right rows of a file. A repeat, two files with one account, or two people at once save
 * each account once.
 * @throws 400 without a column for the account if two fit equally; as `previewImport`.
 */
export async function importFile(
  tenant: Tenant,
  { fileName, bytes }: { readonly fileName: string; readonly bytes: Uint8Array },
  columns: BeneficiaryColumnPlaces,
): Promise<Answer<typeof importCall>["data"]> {
  const { rows, header, guess } = await readRows(tenant, bytes);
  const unclear = describeUnclear(guess.unclear.account_number, header);
  if (unclear && columns.account_number === undefined)
    throw invalidInput({ "columns.account_number": unclear });
  const read = rows.map((row) => readImportRow(row, columns));
  const warningsOf = await findWarnings(tenant, read);
  const right = read.filter(isRight);
  const outcomes = new Map<ImportRow, SavedForm>();
  for (let at = 0; at < right.length; at += chunkRows) {
    const chunk = right.slice(at, at + chunkRows);
    const saved = await transaction(async (db) => {
      // Two imports with the same accounts in another order would wait for each other.
      await sql`
        select pg_advisory_xact_lock(hashtextextended(${`import beneficiaries ${tenant.tenantId}`}, 0))
      `.execute(db);
      const results = await saveMany(
        db,
        tenant,
        chunk.map(({ form }) => form),
      );
      const count = results.filter(({ isSaved }) => isSaved).length;
      if (count > 0) {
        await publishChange(db, [tenant.tenantId], ["beneficiaries"]);
        await record(db, {
          act: "beneficiary.imported",
          by: tenant,
          subject: { kind: "person", id: tenant.tenantId },
          after: { file: fileName, saved: count },
        });
      }
      return results;
    });
    for (const [index, row] of chunk.entries()) outcomes.set(row, saved[index] ?? notSaved);
  }
  const taken = right.flatMap((row) => {
    const { isSaved, takenDestinations } = outcomes.get(row) ?? notSaved;
    return isSaved ? takenDestinations : [row.form.destination];
  });
  const holderOf = await findHolders(database(), tenant, taken);
  const answered = read.map((row) =>
    describe(row, outcomes.get(row) ?? notSaved, { holderOf, warningsOf }),
  );
  return {
    ...totalsOf(answered),
    rows: answered.filter(
      ({ outcome, message, warnings }) =>
        outcome !== "saved" || message !== null || warnings.length > 0,
    ),
  };
}

const notSaved: SavedForm = { isSaved: false, takenDestinations: [] };

async function readRows(tenant: Tenant, bytes: Uint8Array) {
  const table = await readImportFile(tenant.tenantId, { bytes });
  if (table.rows.length === 0) throw fileUnreadable("The file has a header and no rows below it.");
  return table;
}

/** The verdict of each row; the second of two rows with one account is known. Saves nothing. */
async function checkRows(
  tenant: Tenant,
  rows: readonly TableRow[],
  columns: BeneficiaryColumnPlaces,
): Promise<ImportedRow[]> {
  const read = rows.map((row) => readImportRow(row, columns));
  const savedHolderOf = await findHolders(
    database(),
    tenant,
    read.filter(isRight).flatMap(({ form }) => [form.destination, ...form.otherDestinations]),
  );
  const warningsOf = await findWarnings(tenant, read);
  const inFile = new Map<string, string>();
  const holderOf = (destination: DestinationForm) =>
    savedHolderOf(destination) ?? inFile.get(keyOf(destination));
  return read.map((row) => {
    const facts = { holderOf, warningsOf };
    if (!isRight(row)) return describe(row, notSaved, facts);
    const { destination, otherDestinations } = row.form;
    const isSaved = holderOf(destination) === undefined;
    const takenDestinations = otherDestinations.filter((other) => holderOf(other) !== undefined);
    const described = describe(row, { isSaved, takenDestinations }, facts);
    const added = isSaved
      ? [destination, ...otherDestinations.filter((other) => !takenDestinations.includes(other))]
      : [];
    for (const one of added) inFile.set(keyOf(one), row.name);
    return described;
  });
}

type RightRow = ImportRow & { readonly form: ImportForm };
const isRight = (row: ImportRow): row is RightRow => row.form !== undefined;

/** What looks wrong with the account of a row that may still be right. */
async function findWarnings(tenant: Tenant, rows: readonly ImportRow[]) {
  const accounts = rows
    .filter(isRight)
    .flatMap(({ line, name, form: { destination } }) =>
      destination.method === "imps" ? [{ line, name, account: destination }] : [],
    );
  const destinations = accounts.map(({ account }) => account);
  const findSaved = await findByDigits(database(), tenant, destinations);
  const shared = findSharedAccounts(accounts);
  return ({ line, form }: ImportRow): string[] => {
    if (form?.destination.method !== "imps") return [];
    const saved = findSaved(form.destination);
    const sharedWith = shared.get(line);
    return [
      ...(sharedWith ? [sharedWith] : []),
      ...(saved ? [zerosDiffer(saved)] : []),
      ...warnOfAccount(form.destination),
    ];
  };
}

interface RowFacts {
  readonly holderOf: (destination: DestinationForm) => string | undefined;
  readonly warningsOf: (row: ImportRow) => string[];
}

function describe(
  read: ImportRow,
  { isSaved, takenDestinations }: SavedForm,
  { holderOf, warningsOf }: RowFacts,
): ImportedRow {
  const { line, name, form, problem, repairs } = read;
  const first = form?.destination;
  const account = first ? maskEnd(endOfDestination(first)) : "";
  const row = { line, name, account, repairs: [...repairs] };
  if (!first) return { ...row, outcome: "wrong", message: problem ?? null, warnings: [] };
  const taken = (isSaved ? takenDestinations : [first]).map((destination) => {
    const what = destination.method === "upi" ? "UPI ID" : "account";
    const sentence = `${holderOf(destination) ?? "A beneficiary"} already has this ${what}`;
    return isSaved ? `${sentence}, so it is left out` : sentence;
  });
  const message = taken.length > 0 ? taken.join(". ") : null;
  const warnings = isSaved ? warningsOf(read) : [];
  return { ...row, outcome: isSaved ? "saved" : "known", message, warnings };
}

function totalsOf(rows: readonly ImportedRow[]) {
  const count = (outcome: ImportedRow["outcome"]) =>
    rows.filter((row) => row.outcome === outcome).length;
  return { saved: count("saved"), known: count("known"), wrong: count("wrong") };
}

/** An account is its number and its bank, as in the unique index. */
function keyOf(destination: DestinationForm): string {
  const bank = destination.method === "imps" ? destination.ifsc_code.slice(0, 4) : "";
  return `${destinationHash(destination).toString("hex")} ${bank}`;
}

/** Who has these accounts now. */
async function findHolders(db: Db, tenant: Tenant, destinations: readonly DestinationForm[]) {
  const { rows } = await sql<{ key: string; name: string }>`
    select encode(destination_hash, 'hex') || ' ' || coalesce(left(ifsc_code, 4), '') as key, name
    from payout_destinations join beneficiaries on beneficiaries.id = beneficiary_id
    where payout_destinations.tenant_id = ${tenant.tenantId} and ended_at is null
      and destination_hash = any(${destinations.map((destination) => destinationHash(destination))}::bytea[])
  `.execute(db);
  const names = new Map(rows.map(({ key, name }) => [key, name]));
  return (destination: DestinationForm) => names.get(keyOf(destination));
}
