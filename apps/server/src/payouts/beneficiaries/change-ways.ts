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
import { describeWay, insertWay } from "./beneficiary-ways.ts";
import { lockBeneficiary } from "./lock-beneficiary.ts";
import { accountExists } from "./save-beneficiary.ts";

interface NewWay {
  readonly way: DestinationForm;
  readonly replaces?: string | undefined;
}

/**
 * Adds a way to pay, and ends the one that it replaces.
 * @throws 404, 409 `BENEFICIARY_EXISTS`, `BENEFICIARY_CHANGED` if the replaced one has ended.
 */
export async function addWay(
  db: Tx,
  tenant: Tenant,
  id: string,
  { way: form, replaces }: NewWay,
): Promise<{ readonly id: string }> {
  const { name } = await lockBeneficiary(db, tenant, id);
  const ways = await selectActive(db, id);
  const replaced = replaces === undefined ? undefined : ways.find((way) => way.id === replaces);
  if (replaces !== undefined && !replaced) throw wayEnded();
  if (replaced) await endRow(db, replaced.id);
  else if (ways.length >= limits.beneficiaryWaysMax)
    throw invalidInput({
      way: `A beneficiary has at most ${limits.beneficiaryWaysMax} ways to pay`,
    });
  const isDefault = replaced ? replaced.is_default : ways.length === 0;
  const wayId = await insertWay(db, tenant, { beneficiaryId: id, form, isDefault });
  if (wayId === undefined) throw await accountExists(db, tenant, form);
  await recordChange(db, tenant, id, "beneficiary.way_added", {
    before: replaced && { account: maskEnd(replaced.destination_end) },
    after: { name, ...describeWay(form) },
  });
  return { id };
}

/** Ends a way to pay; the oldest other one becomes the default. A repeat changes nothing. @throws 404. */
export async function endWay(db: Tx, tenant: Tenant, id: string, wayId: string): Promise<void> {
  const { name } = await lockBeneficiary(db, tenant, id);
  const ways = await selectActive(db, id);
  const ended = ways.find((way) => way.id === wayId);
  if (!ended) return assertHadWay(db, id, wayId);
  await endRow(db, wayId);
  const next = ways.find((way) => way.id !== wayId);
  if (ended.is_default && next) await setDefaultRow(db, next.id, true);
  await recordChange(db, tenant, id, "beneficiary.way_ended", {
    after: { name, account: maskEnd(ended.destination_end) },
  });
}

/** Makes a way the default. @throws 404, 409 `BENEFICIARY_CHANGED` if it has ended. */
export async function setDefaultWay(
  db: Tx,
  tenant: Tenant,
  id: string,
  wayId: string,
): Promise<void> {
  const { name } = await lockBeneficiary(db, tenant, id);
  const ways = await selectActive(db, id);
  const chosen = ways.find((way) => way.id === wayId);
  if (!chosen) {
    await assertHadWay(db, id, wayId);
    throw wayEnded();
  }
  const before = ways.find((way) => way.is_default);
  if (before?.id === wayId) return;
  if (before) await setDefaultRow(db, before.id, false);
  await setDefaultRow(db, wayId, true);
  await recordChange(db, tenant, id, "beneficiary.default_changed", {
    before: before && { account: maskEnd(before.destination_end) },
    after: { name, account: maskEnd(chosen.destination_end) },
  });
}

const wayEnded = () =>
  new ApiError(409, "BENEFICIARY_CHANGED", "This account was replaced or removed in the meantime.");

/** Oldest first. */
function selectActive(db: Tx, beneficiaryId: string) {
  return db
    .selectFrom("beneficiary_ways")
    .select(["id", "is_default", "destination_end"])
    .where("beneficiary_id", "=", beneficiaryId)
    .where("ended_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

async function assertHadWay(db: Tx, beneficiaryId: string, wayId: string): Promise<void> {
  const row = await db
    .selectFrom("beneficiary_ways")
    .select("id")
    .where("id", "=", wayId)
    .where("beneficiary_id", "=", beneficiaryId)
    .executeTakeFirst();
  if (!row) throw notFound("This way to pay");
}

function endRow(db: Tx, wayId: string) {
  return db
    .updateTable("beneficiary_ways")
    .set({ ended_at: now(), is_default: false })
    .where("id", "=", wayId)
    .execute();
}

function setDefaultRow(db: Tx, wayId: string, isDefault: boolean) {
  return db
    .updateTable("beneficiary_ways")
    .set({ is_default: isDefault })
    .where("id", "=", wayId)
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
  await publishChange(db, [tenant.id], ["beneficiaries"]);
  await record(db, { act, by: tenant, subject: { kind: "beneficiary", id }, ...values });
}
