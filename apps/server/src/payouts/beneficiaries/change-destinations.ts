import { limits } from "@rokad/contract/limits";
import type { DestinationForm } from "@rokad/contract/payout-form";
import type { AuditAct } from "@rokad/contract/audit";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError, invalidInput, notFound } from "../../kernel/errors.ts";
import { maskEnd } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { describeDestination, insertDestination } from "./payout-destinations.ts";
import { lockBeneficiary } from "./lock-beneficiary.ts";
import { accountExists } from "./save-beneficiary.ts";

interface NewDestination {
  readonly destination: DestinationForm;
  readonly replaces?: string | undefined;
}

/**
 * Adds a destination, and ends the one that it replaces.
 * @throws 404, 409 `BENEFICIARY_EXISTS`, `BENEFICIARY_CHANGED` if the replaced one has ended.
 */
export async function addDestination(
  db: Tx,
  tenant: Tenant,
  id: string,
  { destination: form, replaces }: NewDestination,
): Promise<{ readonly id: string }> {
  const { name } = await lockBeneficiary(db, tenant, id);
  const destinations = await selectActive(db, id);
  const replaced =
    replaces === undefined
      ? undefined
      : destinations.find((destination) => destination.id === replaces);
  if (replaces !== undefined && !replaced) throw destinationEnded();
  if (replaced) await endRow(db, replaced.id);
  else if (destinations.length >= limits.payoutDestinationsMax)
    throw invalidInput({
      destination: `A beneficiary has at most ${limits.payoutDestinationsMax} accounts and UPI IDs`,
    });
  const isDefault = replaced ? replaced.is_default : destinations.length === 0;
  const destinationId = await insertDestination(db, tenant, { beneficiaryId: id, form, isDefault });
  if (destinationId === undefined) throw await accountExists(db, tenant, form);
  await recordChange(db, tenant, id, "beneficiary.destination_added", {
    before: replaced && { account: maskEnd(replaced.destination_end) },
    after: { name, ...describeDestination(form) },
  });
  return { id };
}

/** Ends a destination; the oldest other one becomes the default. A repeat changes nothing. @throws 404. */
export async function endDestination(
  db: Tx,
  tenant: Tenant,
  id: string,
  destinationId: string,
): Promise<void> {
  const { name } = await lockBeneficiary(db, tenant, id);
  const destinations = await selectActive(db, id);
  const ended = destinations.find((destination) => destination.id === destinationId);
  if (!ended) return assertHadDestination(db, id, destinationId);
  await endRow(db, destinationId);
  const next = destinations.find((destination) => destination.id !== destinationId);
  if (ended.is_default && next) await setDefaultRow(db, next.id, true);
  await recordChange(db, tenant, id, "beneficiary.destination_ended", {
    after: { name, account: maskEnd(ended.destination_end) },
  });
}

/** Makes a destination the default. @throws 404, 409 `BENEFICIARY_CHANGED` if it has ended. */
export async function setDefaultDestination(
  db: Tx,
  tenant: Tenant,
  id: string,
  destinationId: string,
): Promise<void> {
  const { name } = await lockBeneficiary(db, tenant, id);
  const destinations = await selectActive(db, id);
  const chosen = destinations.find((destination) => destination.id === destinationId);
  if (!chosen) {
    await assertHadDestination(db, id, destinationId);
    throw destinationEnded();
  }
  const before = destinations.find((destination) => destination.is_default);
  if (before?.id === destinationId) return;
  if (before) await setDefaultRow(db, before.id, false);
  await setDefaultRow(db, destinationId, true);
  await recordChange(db, tenant, id, "beneficiary.default_changed", {
    before: before && { account: maskEnd(before.destination_end) },
    after: { name, account: maskEnd(chosen.destination_end) },
  });
}

const destinationEnded = () =>
  new ApiError(409, "BENEFICIARY_CHANGED", "This account was replaced or removed in the meantime.");

/** Oldest first. */
function selectActive(db: Tx, beneficiaryId: string) {
  return db
    .selectFrom("payout_destinations")
    .select(["id", "is_default", "destination_end"])
    .where("beneficiary_id", "=", beneficiaryId)
    .where("ended_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

async function assertHadDestination(
  db: Tx,
  beneficiaryId: string,
  destinationId: string,
): Promise<void> {
  const row = await db
    .selectFrom("payout_destinations")
    .select("id")
    .where("id", "=", destinationId)
    .where("beneficiary_id", "=", beneficiaryId)
    .executeTakeFirst();
  if (!row) throw notFound("This account or UPI ID");
}

function endRow(db: Tx, destinationId: string) {
  return db
    .updateTable("payout_destinations")
    .set({ ended_at: now(), is_default: false })
    .where("id", "=", destinationId)
    .execute();
}

function setDefaultRow(db: Tx, destinationId: string, isDefault: boolean) {
  return db
    .updateTable("payout_destinations")
    .set({ is_default: isDefault })
    .where("id", "=", destinationId)
    .execute();
}

async function recordChange(
  db: Tx,
  tenant: Tenant,
  id: string,
  act: AuditAct,
  values: { before?: object | undefined; after: object },
): Promise<void> {
  await db.updateTable("beneficiaries").set({ updated_at: now() }).where("id", "=", id).execute();
  await publishChange(db, [tenant.tenantId], ["beneficiaries"]);
  await record(db, { act, by: tenant, subject: { kind: "beneficiary", id }, ...values });
}
