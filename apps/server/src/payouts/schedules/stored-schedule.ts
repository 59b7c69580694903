import type { ScheduleRule } from "@rokad/contract/schedule-rule";
import {
  scheduleActsIn,
  type ScheduleAct,
  type ScheduleEnd,
  type ScheduleState,
} from "@rokad/contract/schedule-states";
import { randomBytes } from "node:crypto";
import { sql, type RawBuilder, type Selectable } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { decrypt, encrypt } from "../../database/encryption/encrypt.ts";
import type { PayoutSchedules } from "../../database/tables.generated.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import { digest } from "../../kernel/ids.ts";
import type { Step } from "../approval-policies/policy.ts";
import { approvalsReader } from "../approval-policies/read-approvals.ts";
import type { GivenApproval, Waiting } from "../approval-policies/progress.ts";
import type { RequestedOrder } from "../initiate/initiation.ts";

type Days = "decided_rule_day" | "decided_due_on" | "next_rule_day" | "next_due_on";

/** A version of a schedule as the database stores it; its days are texts. */
export interface StoredSchedule extends Omit<Selectable<PayoutSchedules>, Days | "rule" | "steps"> {
  readonly state: ScheduleState;
  readonly method: "upi" | "imps";
  readonly end_kind: ScheduleEnd | null;
  readonly rule: ScheduleRule;
  /** Frozen when it was submitted; null if no approval was asked. */
  readonly steps: readonly Step[] | null;
  readonly decided_rule_day: string | null;
  readonly decided_due_on: string | null;
  readonly next_rule_day: string | null;
  readonly next_due_on: string | null;
}

/** All columns; a day would otherwise become the start of a day where the server runs. */
export const scheduleColumns = sql`payout_schedules.*,
  decided_rule_day::text as decided_rule_day, decided_due_on::text as decided_due_on,
  next_rule_day::text as next_rule_day, next_due_on::text as next_due_on`;

/** What the encrypted column holds. */
export interface StoredOrder {
  readonly order: RequestedOrder;
  /** Random, so that nobody can guess an account from the content hash. */
  readonly nonce: string;
}

export const newNonce = (): string => randomBytes(16).toString("base64url");

export const encryptOrder = (id: string, stored: StoredOrder): Buffer =>
  encrypt("schedule order", id, JSON.stringify(stored));

export const decryptOrder = ({
  id,
  order_encrypted: encrypted,
}: Pick<StoredSchedule, "id" | "order_encrypted">) =>
  JSON.parse(decrypt("schedule order", id, encrypted)) as StoredOrder;

/** All that a signature or an approval agrees to. */
interface Content extends StoredOrder {
  readonly id: string;
  readonly series_id: string;
  readonly version: number;
  readonly tenant_id: string;
  readonly maker_id: string;
  readonly fee_paise: bigint;
  readonly gst_paise: bigint;
  readonly rule: ScheduleRule;
}

/**
 * SHA-256 over the content: whom it pays, how much, when, until when, and at which charges. Each
 * change is a version of its own with another hash.
 */
export function hashContent(content: Content): Buffer {
  const { order, nonce, id, series_id, version, tenant_id, maker_id, rule } = content;
  const given = Object.entries(order).filter(([, value]) => value !== "" && value !== null);
  return digest({
    order: Object.fromEntries(given),
    nonce,
    id,
    series_id,
    version,
    tenant_id,
    maker_id,
    rule,
    fee_paise: content.fee_paise.toString(),
    gst_paise: content.gst_paise.toString(),
  });
}

/** The order of a schedule that nobody but the product changed. @throws for another one. */
export function signedOrderOf(schedule: StoredSchedule): RequestedOrder {
  const stored = decryptOrder(schedule);
  const isSigned =
    hashContent({ ...schedule, ...stored }).equals(schedule.content_hash) &&
    stored.order.destination_id === schedule.destination_id;
  if (!isSigned) throw new Error(`Schedule ${schedule.id} differs from its content hash`);
  return stored.order;
}

async function selectSchedules(db: Db, where: RawBuilder<unknown>): Promise<StoredSchedule[]> {
  const { rows } = await sql<StoredSchedule>`
    select ${scheduleColumns} from payout_schedules where ${where}
  `.execute(db);
  return rows;
}

/** @throws 404, also for another tenant's. */
export async function readSchedule(db: Db, tenantId: string, id: string): Promise<StoredSchedule> {
  const [found] = await selectSchedules(db, sql`id = ${id} and tenant_id = ${tenantId}`);
  if (!found) throw notFound("This schedule");
  return found;
}

/**
 * Locks all versions of a schedule. Whatever changes one locks all of them, the first one first; the
 * wallet is locked after them. Closes the race between two changes: the second waits for the first
 * version, and then reads the version that the first change has added.
 * @throws 404, also for another tenant's.
 */
export async function lockSchedule(db: Tx, tenantId: string, id: string) {
  const { series_id: seriesId } = await readSchedule(db, tenantId, id);
  await selectSchedules(db, sql`id = ${seriesId} for update`);
  const versions = await selectSchedules(db, sql`series_id = ${seriesId} order by id for update`);
  const schedule = versions.find((one) => one.id === id);
  if (!schedule) throw notFound("This schedule");
  const running = versions.find(({ state }) => state === "active" || state === "paused");
  return { schedule, versions, running };
}

export const readScheduleApprovals = approvalsReader("schedule");

/** What of a schedule waits for approvals. */
export function waitingOf(
  { maker_id: makerId, steps }: Pick<StoredSchedule, "maker_id" | "steps">,
  given: readonly GivenApproval[],
): Waiting {
  return { preparedBy: [makerId], steps: steps ?? [], given };
}

/** Writes columns of a locked schedule. */
export async function updateSchedule(
  db: Tx,
  id: string,
  values: Partial<Omit<StoredSchedule, "id" | "rule" | "steps">> & {
    readonly steps?: string | null;
  },
): Promise<void> {
  await db.updateTable("payout_schedules").set(values).where("id", "=", id).execute();
}

export const scheduleChanged = (message: string) => new ApiError(409, "SCHEDULE_CHANGED", message);

const statesInWords: Readonly<Record<ScheduleState, string>> = {
  draft: "a draft",
  awaiting_approval: "waiting for approval",
  active: "active",
  paused: "paused",
  ended: "ended",
};

/** @throws 409 `SCHEDULE_CHANGED` if the schedule's state does not allow the act. */
export function assertCan({ state }: StoredSchedule, act: ScheduleAct): void {
  if (scheduleActsIn[state].includes(act)) return;
  throw scheduleChanged(`This schedule is ${statesInWords[state]}, so this is not possible.`);
}

/** @throws 409 `SCHEDULE_CHANGED` unless the person read this content. */
export function assertContent(schedule: StoredSchedule, contentHash: string): void {
  if (schedule.content_hash.toString("hex") !== contentHash)
    throw scheduleChanged("This schedule changed since you read it. Check it again.");
}
