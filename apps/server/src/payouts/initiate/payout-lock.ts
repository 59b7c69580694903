import { limits } from "@rokad/contract/limits";
import { rolesWith } from "@rokad/contract/roles";
import { sql } from "kysely";
import { record } from "../../identity/audit/record.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { database, type Db, type Tx } from "../../database/db.ts";
import { prepared } from "../../database/prepared-statements.ts";
import { publishChange } from "../../database/publish-change.ts";
import { accountInactive, ApiError, tooManyRequests } from "../../kernel/errors.ts";
import { enqueueLockText } from "./send-lock-text.ts";
import type { Tenant } from "../../kernel/person.ts";

const hourMs = 60 * 60_000;

/** A person's wrong payout codes, over all codes. The row stays locked until the commit. */
export interface Guesses {
  readonly wrongAt: readonly Date[];
  readonly lockedUntil: Date | null;
}

/** Locks the person's row, so that parallel guesses count one after the other. */
export async function lockGuesses(db: Tx, { member }: Tenant): Promise<Guesses> {
  const { rows } = await sql<Guesses>`
    insert into payout_code_guesses (person_id) values (${member.id})
    on conflict (person_id) do update set person_id = excluded.person_id
    returning wrong_at as "wrongAt", locked_until as "lockedUntil"
  `.execute(db);
  return rows[0] ?? { wrongAt: [], lockedUntil: null };
}

/**
 * Counts a wrong code. The tenth within an hour locks the person's payouts for an hour; the person
 * is notified in the console and by text, and the audit log has it.
 */
export async function countWrongCode(db: Tx, payer: Tenant, { wrongAt }: Guesses): Promise<void> {
  const hourAgo = now().getTime() - hourMs;
  const recent = [...wrongAt.filter((at) => at.getTime() > hourAgo), now()];
  const isLocked = recent.length >= limits.payoutWrongOtpsPerHourMax;
  const lockedUntil = isLocked ? secondsFromNow(limits.payoutLockSeconds) : null;
  await sql`
    update payout_code_guesses
    set wrong_at = ${isLocked ? [] : recent}::timestamptz[], locked_until = ${lockedUntil}
    where person_id = ${payer.member.id}
  `.execute(db);
  if (!lockedUntil) return;
  const { member } = payer;
  const until = timeOf(lockedUntil);
  const detail = member.id === payer.tenantId ? until : `${until} for ${member.name}`;
  await notify(db, [
    { personId: payer.tenantId, kind: "payouts_locked", subjectId: member.id, detail },
  ]);
  await publishChange(db, [payer.tenantId], ["notifications"]);
  await enqueueLockText(db, member.id);
  await record(db, {
    act: "payout.locked",
    by: payer,
    subject: { kind: "person", id: member.id },
    after: { wrong_otps: recent.length, locked_until: lockedUntil.toISOString() },
  });
}

/** @returns the error while the person's payouts are locked. */
export function lockError(lockedUntil: Date | null): ApiError | undefined {
  if (!lockedUntil || lockedUntil <= now()) return undefined;
  return tooManyRequests(
    "PAYOUTS_LOCKED",
    `${limits.payoutWrongOtpsPerHourMax} wrong OTPs were entered. Payouts are locked until ${timeOf(lockedUntil)}.`,
    Math.ceil((lockedUntil.getTime() - now().getTime()) / 1_000),
  );
}

/** A member and the business that pays. */
interface Payer {
  readonly payerId: string;
  readonly memberId: string;
  /** Set if the member approved it, which the request's lock has checked: no role to pay is needed. */
  readonly requestId?: string | undefined;
  /** Set if signed limits authorise it: no code is entered, so wrong codes don't count. */
  readonly keyOrder?: object | undefined;
  /** Set for a due day of a signed schedule: the same. */
  readonly scheduleId?: string | undefined;
}

/**
 * Why each of these payers can't pay now: the member is locked after wrong codes, or the business is
 * inactive, or the member was disabled or lost the role since the request.
 */
export async function findPayerErrors(
  db: Db,
  payers: readonly Payer[],
): Promise<(payer: Payer) => ApiError | undefined> {
  const tenants = payers.map(({ payerId }) => payerId);
  const members = payers.map(({ memberId }) => memberId);
  const { rows } = await sql<{ tenant: string; member: string; lockedUntil: Date | null }>`
    ${prepared} select '' as tenant, person_id::text as member, locked_until as "lockedUntil"
    from payout_code_guesses
    where person_id = any(${members}::uuid[]) and locked_until > ${now()}
    union all
    select id::text, '', null from tenants
    where id = any(${tenants}::uuid[]) and (not is_active or closed_at is not null)
    union all
    select tenant_id::text, person_id::text, null from memberships
    where tenant_id = any(${tenants}::uuid[]) and person_id = any(${members}::uuid[])
      and (disabled_at is not null or not roles && ${payingRoles}::text[])
  `.execute(db);
  const errors = new Map(
    rows.map(({ tenant, member, lockedUntil }) => [
      `${tenant} ${member}`,
      lockError(lockedUntil) ?? (member ? payerRemoved() : accountInactive()),
    ]),
  );
  return ({ payerId, memberId, requestId, keyOrder, scheduleId }) =>
    ((keyOrder ?? scheduleId) === undefined ? errors.get(` ${memberId}`) : undefined) ??
    errors.get(`${payerId} `) ??
    (requestId === undefined ? errors.get(`${payerId} ${memberId}`) : undefined);
}

const payingRoles = rolesWith("pay", "operator");

/** Read by the people who are left, also at a batch or schedule. */
const payerRemoved = () =>
  new ApiError(
    403,
    "FORBIDDEN",
    "Who confirmed this can't pay any more. Cancel the rest and retry it, or sign it again.",
  );

/** @throws 429 `PAYOUTS_LOCKED`, with the seconds until the lock ends; 403 `ACCOUNT_INACTIVE`. */
export async function assertCanPay(
  { tenantId: id, member }: Tenant,
  db: Db = database(),
): Promise<void> {
  const payer = { payerId: id, memberId: member.id };
  const error = (await findPayerErrors(db, [payer]))(payer);
  if (error) throw error;
}

/** `21/11/2026 14:05`. */
const timeOf = (at: Date) => dateTimeInIndia(at).slice(0, -":00".length);
