import type { PayoutRequest, PayoutToReview, SavedPayout } from "@rokad/contract/payout-form";
import { beneficiaryDetailRules } from "@rokad/contract/beneficiary-form";
import { database, type Db } from "../../database/db.ts";
import type { Payee } from "@rokad/contract/payout-destinations";
import { invalidInput, notFound } from "../../kernel/errors.ts";
import { maskEnd } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { ReadOrder } from "../initiate/initiation.ts";
import { whyNotPayable } from "../initiate/payable-destinations.ts";
import { decryptDetails, type BeneficiaryDetails } from "./beneficiary-details.ts";
import { decryptDestination } from "./payout-destinations.ts";

/** How a saved beneficiary is read. */
export interface Reading {
  /** By default the pool; the transaction that has the request's idempotency key. */
  readonly db?: Db | undefined;
  /** Set where the group commit refuses what is not payable, so that the refusal stays with its key. */
  readonly mayBeEnded?: boolean;
}

/**
 * The order of a payout request. For a saved beneficiary, name and account are those that are saved
 * now; what the request says of them is never used.
 * @param needsContact false for a program, which need not know contact data.
 * @throws 400 for another tenant's destination or missing contact data, 409 `BENEFICIARY_NOT_PAYABLE`.
 */
export async function readOrder(
  payer: Tenant,
  request: PayoutRequest,
  { needsContact = true, ...reading }: Reading & { readonly needsContact?: boolean } = {},
): Promise<ReadOrder> {
  if (request.method !== "saved") {
    // A blank one names none.
    const { destination_id: _, ...order } = request;
    return { order };
  }
  const { repeat_reason, send_advice } = request;
  const row = await findDestination(payer, request.destination_id, reading);
  const saved = decryptDetails({ ...row, id: row.beneficiary_id });
  const contact = contactOf(request, saved, needsContact);
  const { order, destination } = orderOf(row, request, contact);
  return {
    order: {
      ...order,
      ...(repeat_reason !== undefined && { repeat_reason }),
      ...(send_advice !== undefined && { send_advice }),
    },
    destination,
  };
}

type SavedAmount = Pick<SavedPayout, "destination_id" | "amount" | "purpose" | "remarks">;

/**
 * The order of a payout to a saved beneficiary that the product sends later. As a row of a batch, it
 * needs no contact data; what is empty is stored as null.
 * @throws 400 for another tenant's destination, 409 `BENEFICIARY_NOT_PAYABLE`.
 */
export async function readSavedOrder(payer: Tenant, payout: SavedAmount, reading?: Reading) {
  const row = await findDestination(payer, payout.destination_id, reading);
  const saved = decryptDetails({ ...row, id: row.beneficiary_id });
  return orderOf(row, payout, {
    beneficiary_email: saved.email ?? "",
    beneficiary_phone: saved.phone ?? "",
    beneficiary_address: saved.address ?? "",
  });
}

function orderOf(
  row: DestinationRow,
  { destination_id: destinationId, amount, purpose, remarks }: SavedAmount,
  contact: ReturnType<typeof contactOf>,
) {
  const order = {
    ...contact,
    beneficiary_name: row.name,
    destination_id: destinationId,
    amount,
    ...(purpose !== undefined && { purpose }),
    ...(remarks !== undefined && { remarks }),
    ...destinationOf(row),
  };
  return { order, destination: { id: destinationId, beneficiaryId: row.beneficiary_id } };
}

/** The account and amount that a review is about. @throws as `readOrder`. */
export async function readDestination(payer: Tenant, payout: PayoutToReview) {
  if (payout.method !== "saved") return payout;
  const row = await findDestination(payer, payout.destination_id);
  return { ...destinationOf(row), amount: payout.amount };
}

/**
 * What fills in a payout's form. The account is in full, as in the payer's history, and masked for a
 * super admin who views the console.
 * @throws 404, 409 `BENEFICIARY_NOT_PAYABLE`.
 */
export async function readPayee(payer: Tenant, id: string, destinationId: string): Promise<Payee> {
  const row = await selectDestination(database(), payer, destinationId).executeTakeFirst();
  if (!row || row.beneficiary_id !== id) throw notFound("This account or UPI ID");
  const error = whyNotPayable(row);
  if (error) throw error;
  const details = decryptDetails({ id, details_encrypted: row.details_encrypted });
  const account = payer.isViewed ? maskEnd(row.destination_end) : decryptDestination(row);
  return {
    destination_id: destinationId,
    method: row.method,
    beneficiary_name: row.name,
    beneficiary_email: details.email ?? null,
    beneficiary_phone: details.phone ?? null,
    beneficiary_address: details.address ?? null,
    account_number: row.method === "imps" ? account : null,
    ifsc_code: row.ifsc_code,
    upi_id: row.method === "upi" ? account : null,
  };
}

type DestinationRow = Awaited<ReturnType<typeof findDestination>>;

function selectDestination(db: Db, payer: Tenant, id: string) {
  return db
    .selectFrom("payout_destinations")
    .innerJoin("beneficiaries", "beneficiaries.id", "beneficiary_id")
    .select([
      "payout_destinations.id",
      "beneficiary_id",
      "method",
      "ifsc_code",
      "destination_encrypted",
    ])
    .select(["destination_end", "ended_at", "name", "details_encrypted", "archived_at"])
    .where("payout_destinations.id", "=", id)
    .where("payout_destinations.tenant_id", "=", payer.tenantId);
}

async function findDestination(
  payer: Tenant,
  id: string,
  { db = database(), mayBeEnded = false }: Reading = {},
) {
  const row = await selectDestination(db, payer, id).executeTakeFirst();
  if (!row) throw invalidInput({ destination_id: "Choose one of your beneficiaries" });
  const error = mayBeEnded ? undefined : whyNotPayable(row);
  if (error) throw error;
  return row;
}

function destinationOf(row: DestinationRow) {
  const plain = decryptDestination(row);
  return row.method === "upi"
    ? ({ method: "upi", upi_id: plain } as const)
    : ({ method: "imps", account_number: plain, ifsc_code: row.ifsc_code ?? "" } as const);
}

const contactFields = {
  email: "beneficiary_email",
  phone: "beneficiary_phone",
  address: "beneficiary_address",
} as const;

/** What is saved, or else what the request has. @throws 400 for what neither has. */
function contactOf(
  request: Pick<SavedPayout, (typeof contactFields)[keyof typeof contactFields]>,
  saved: BeneficiaryDetails,
  isRequired: boolean,
) {
  const errors: Record<string, string> = {};
  const valueOf = (name: keyof typeof contactFields) => {
    const value = saved[name] ?? request[contactFields[name]];
    if (value !== undefined) return value;
    if (!isRequired) return "";
    const parsed = beneficiaryDetailRules[name].safeParse(undefined);
    errors[contactFields[name]] = parsed.error?.issues[0]?.message ?? "This is required";
    return "";
  };
  const contact = {
    beneficiary_email: valueOf("email"),
    beneficiary_phone: valueOf("phone"),
    beneficiary_address: valueOf("address"),
  };
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
  return contact;
}
