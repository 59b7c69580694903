import type { BatchField } from "@rokad/contract/batch-columns";
import type { DestinationForm } from "@rokad/contract/payout-form";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "../../database/db.ts";
import type { RowOf } from "../../database/unnest-rows.ts";
import { readSettings, type Settings } from "../../identity/settings/settings.ts";
import { ApiError, resultOrRefusal } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Tenant } from "../../kernel/person.ts";
import { hashName } from "../account-checks/check-queries.ts";
import { whyCooling, type Cooling } from "../approval-policies/cooling.ts";
import { nameKey, warnOfAccount, zerosDiffer } from "../account-warnings.ts";
import { accountKey, accountOf, destinationHash } from "../destination.ts";
import { findUnclearOf } from "../initiate/find-unclear.ts";
import type { RequestedOrder } from "../initiate/initiation.ts";
import { providerStatuses, type ProviderStatuses } from "../provider-status.ts";
import { quotePayout } from "../quote-payout.ts";
import { chooseProvider } from "../send/choose-provider.ts";
import { payoutOf, type BatchPayout } from "./check-batch-row.ts";
import type { CheckedRow } from "./check-file-row.ts";
import {
  findAccountChecks,
  type AccountChecks,
  type RowAccountCheck,
} from "./find-account-checks.ts";
import { findCoolingAccounts } from "./find-cooling-accounts.ts";
import { destinationsOf, findSavedPayees, type SavedPayees } from "./find-saved-payees.ts";
import { encryptRow, rowDigest } from "./stored-batch.ts";

/** The columns that an assessment writes. */
export const assessedColumns = {
  id: "uuid",
  number: "int",
  state: "text",
  content_encrypted: "bytea",
  digest: "bytea",
  method: "text",
  destination_hash: "bytea",
  bank: "text",
  payee_hash: "bytea",
  account_check: "text",
  destination_id: "uuid",
  amount_paise: "bigint",
  fee_paise: "bigint",
  gst_paise: "bigint",
  method_reason: "text",
  problem: "text",
  problem_fields: "jsonb",
  repairs: "jsonb",
  warnings: "jsonb",
} as const;
export type AssessedRow = RowOf<typeof assessedColumns>;

/** What a row pays, or why it can't be paid. */
type Verdict =
  | {
      readonly order: RequestedOrder;
      readonly destinationId: string | null;
      readonly reason: string | null;
      readonly warnings: readonly string[];
      readonly accountCheck: RowAccountCheck;
    }
  | { readonly problem: string; readonly problemFields: readonly BatchField[] };

/** Whose rows are assessed. */
type Payer = Pick<Tenant, "tenantId" | "allowedProviders">;

interface Facts {
  readonly tenant: Payer;
  readonly settings: Settings;
  readonly statuses: ProviderStatuses;
  readonly saved: SavedPayees;
  readonly accounts: AccountChecks;
  /** Accounts within their first hours. */
  readonly cooling: ReadonlyMap<string, Cooling>;
  /** Account and amount of the payouts whose outcome no provider has said. */
  readonly isUnclear: (destination: DestinationForm, amountPaise: bigint) => boolean;
}

/** Between two parts, other requests get their turn, and the caller can store what it has. */
const rowsPerPart = 200;

/**
 * Assesses rows: who is paid and how, what it costs, and what is wrong with it, by the settings,
 * beneficiaries and providers of this moment. Writes nothing.
 * @param idOf the id of a row that is stored already.
 * @returns the rows in parts, so that a large file is never in memory as a whole twice.
 */
export async function* assessInParts(
  db: Db,
  tenant: Payer,
  batchId: string,
  rows: readonly CheckedRow[],
  idOf: (number: number) => string = newId,
): AsyncGenerator<AssessedRow[], void> {
  const payoutOfRow = rows.map(payoutOf);
  const facts = await findFacts(
    db,
    tenant,
    payoutOfRow.filter((payout) => payout !== null),
  );
  for (let from = 0; from < rows.length; from += rowsPerPart) {
    await nextTurn();
    yield rows.slice(from, from + rowsPerPart).map((row, at) => {
      const payout = payoutOfRow[from + at] ?? null;
      return assess(facts, { batchId, id: idOf(row.number), row, payout });
    });
  }
}

/** All rows of `assessInParts`. */
export async function assessRows(
  ...what: Parameters<typeof assessInParts>
): Promise<AssessedRow[]> {
  return (await Array.fromAsync(assessInParts(...what))).flat();
}

async function findFacts(db: Db, tenant: Payer, payouts: readonly BatchPayout[]): Promise<Facts> {
  const saved = await findSavedPayees(db, tenant, payouts);
  const settings = await readSettings();
  const unclearOf = await findUnclearOf(db, [tenant.tenantId]);
  return {
    tenant,
    settings,
    statuses: await providerStatuses(),
    saved,
    cooling: await findCoolingAccounts(db, tenant, saved, payouts),
    accounts: await findAccountChecks(db, tenant, settings, payouts.flatMap(destinationsOf)),
    isUnclear: (destination, amountPaise) =>
      unclearOf({
        tenantId: tenant.tenantId,
        destinationHash: destinationHash(destination),
        amountPaise,
      }) !== undefined,
  };
}

interface RowToAssess {
  readonly batchId: string;
  readonly id: string;
  readonly row: CheckedRow;
  /** Null for a wrong row. */
  readonly payout: BatchPayout | null;
}

function assess(facts: Facts, { batchId, id, row, payout }: RowToAssess): AssessedRow {
  const { number, fields, notes, fileProblem, written } = row;
  const more = {
    ...(notes.length > 0 && { notes }),
    ...(fileProblem && { fileProblem }),
    ...(Object.keys(written).length > 0 && { written }),
  };
  const verdict: Verdict = payout
    ? judge(facts, payout, row.accountCheck)
    : { problem: row.problem ?? "", problemFields: row.problemFields };
  const common = { id, number, repairs: JSON.stringify(row.repairs) };
  if ("problem" in verdict) {
    return {
      ...common,
      state: row.isRemoved ? "removed" : "wrong",
      content_encrypted: encryptRow(id, { fields, order: null, ...more }),
      ...nothingToPay,
      problem: verdict.problem,
      problem_fields: JSON.stringify(verdict.problemFields),
      warnings: JSON.stringify(notes),
    };
  }
  const { order, accountCheck } = verdict;
  const { check } = accountCheck;
  const quote = quotePayout(order.amount, facts.settings);
  const { hash, bank } = accountOf(order);
  return {
    ...common,
    state: row.isRemoved ? "removed" : "ready",
    content_encrypted: encryptRow(id, { fields, order, ...more, ...(check && { check }) }),
    digest: rowDigest({ batchId, number, order, check, ...quote }),
    method: order.method,
    destination_hash: hash,
    bank,
    payee_hash: hashName(nameKey(order.beneficiary_name)),
    account_check: accountCheck.state,
    destination_id: verdict.destinationId,
    amount_paise: quote.amountPaise,
    fee_paise: quote.feePaise,
    gst_paise: quote.gstPaise,
    method_reason: verdict.reason,
    problem: null,
    problem_fields: "[]",
    warnings: JSON.stringify([...notes, ...verdict.warnings]),
  };
}

const nothingToPay = {
  digest: null,
  method: null,
  destination_hash: null,
  bank: null,
  payee_hash: null,
  account_check: null,
  destination_id: null,
  amount_paise: null,
  fee_paise: null,
  gst_paise: null,
  method_reason: null,
} as const;

function judge(facts: Facts, payout: BatchPayout, previous: CheckedRow["accountCheck"]): Verdict {
  const typed = destinationsOf(payout);
  const named = typed.length === 0 ? facts.saved.byName(payout.beneficiary_name) : [];
  if (typed.length === 0 && named.length !== 1) return notOneSaved(payout, named.length);
  const [only] = named;
  const choice = chooseDestination(facts, payout, only ? [only.destination] : typed);
  if (choice instanceof ApiError) return { problem: choice.message, problemFields: ["amount"] };
  const { destination, reason } = choice;
  const field = destination.method === "upi" ? "upi_id" : "account_number";
  const payee = only ?? facts.saved.byDestination(destination);
  if (payee?.isArchived)
    return {
      problem: `${payee.name} is archived. Restore the beneficiary, or remove this row.`,
      problemFields: ["beneficiary_name"],
    };
  if (facts.accounts.isInvalid(destination))
    return {
      problem: `The bank found no such ${destination.method === "upi" ? "UPI ID" : "account"}. Check it.`,
      problemFields: [field],
    };
  const { amountPaise } = quotePayout(payout.amount, facts.settings);
  const cooling = whyCooling(facts.cooling.get(accountKey(accountOf(destination))), amountPaise);
  if (cooling) return { problem: cooling.message, problemFields: ["amount"] };
  const isUnclear = facts.isUnclear(destination, amountPaise);
  const { account: _account, upiId: _upiId, repeat_reason: repeatReason, ...rest } = payout;
  if (isUnclear && !repeatReason)
    return {
      problem:
        "A payout of this amount to this account is still unclear. Say why you send it again, or remove this row.",
      problemFields: ["repeat_reason"],
    };
  const order = {
    ...rest,
    // A row needs no contact data; what is empty is stored as null.
    beneficiary_email: rest.beneficiary_email ?? "",
    beneficiary_phone: rest.beneficiary_phone ?? "",
    beneficiary_address: rest.beneficiary_address ?? "",
    ...(payee && { destination_id: payee.id }),
    // Without an unclear payout there is nothing to repeat.
    ...(isUnclear && { repeat_reason: repeatReason }),
    ...destination,
  };
  const isOther = payee && payee.name.toLowerCase() !== payout.beneficiary_name.toLowerCase();
  const zeros = payee ? undefined : facts.saved.byDigits(destination);
  const warnings = [
    ...(isOther && !only ? [`You saved this account as ${payee.name}`] : []),
    ...(zeros ? [zerosDiffer(zeros)] : []),
    ...(destination.method === "imps" ? warnOfAccount(destination) : []),
  ];
  const accountCheck = facts.accounts.checkOf({
    destination,
    name: order.beneficiary_name,
    isSaved: payee !== undefined,
    previous,
  });
  return { order, destinationId: payee?.id ?? null, reason, warnings, accountCheck };
}

function notOneSaved({ beneficiary_name: name }: BatchPayout, count: number): Verdict {
  const problem =
    count === 0
      ? `No saved beneficiary is called ${name}. Add an account number or a UPI ID.`
      : `${count} saved beneficiaries are called ${name}. Add the account number.`;
  return { problem, problemFields: ["account_number", "upi_id"] };
}

/**
 * The account or UPI ID to pay: the account first, unless the amount is above its limit.
 * @returns the error of the last one if the amount fits none.
 */
function chooseDestination(
  { tenant, settings, statuses }: Facts,
  { amount }: BatchPayout,
  destinations: readonly DestinationForm[],
): { destination: DestinationForm; reason: string | null } | ApiError {
  const { amountPaise } = quotePayout(amount, settings);
  let error: ApiError | undefined;
  for (const [at, destination] of destinations.entries()) {
    const provider = resultOrRefusal(() =>
      chooseProvider(tenant, destination.method, amountPaise, settings, statuses),
    );
    if (provider instanceof ApiError) {
      error = provider;
      continue;
    }
    const before = at > 0 ? "UPI: the amount is above the limit for accounts" : null;
    const reason = destinations.length > 1 ? (before ?? "Bank account: it comes first") : null;
    return { destination, reason };
  }
  return error ?? new ApiError(422, "NO_PROVIDER", "This row has no account.");
}
