import { formatMoney } from "@rokad/money/format";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { unnestRows } from "../../database/unnest-rows.ts";
import { secondsFromNow } from "../../kernel/clock.ts";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { ApiError } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import type { CoolingRule } from "./policy.ts";
import { findPolicyInForce } from "./policy-queries.ts";
import { accountColumns, accountKey, type Account } from "../destination.ts";

/** An account within its first hours. */
export interface Cooling {
  readonly rule: CoolingRule;
  /** Null for an account that was neither saved nor paid: its hours have not begun. */
  readonly until: Date | null;
  /** What was paid to it, or is on its way. */
  readonly usedPaise: bigint;
}

/**
 * Which of these accounts are within their first hours, by `accountKey`. The hours begin when the
 * account is saved or first paid, so changing an account begins them again.
 */
export async function findCooling(
  db: Db,
  tenantId: string,
  rule: CoolingRule,
  accounts: readonly Account[],
): Promise<ReadonlyMap<string, Cooling>> {
  if (accounts.length === 0) return new Map();
  const asked = [...new Map(accounts.map((one) => [accountKey(one), one])).values()];
  const old = secondsFromNow(-rule.hours * 3_600);
  const { rows } = await sql<Account & { since: Date | null }>`
    select asked.hash, asked.bank, (
      select min(created_at) from (
        select created_at from payout_destinations
        where tenant_id = ${tenantId} and destination_hash = asked.hash and ended_at is null
          and coalesce(left(ifsc_code, 4), '') = asked.bank
        union all
        select created_at from payouts
        where tenant_id = ${tenantId} and destination_hash = asked.hash and status = 'success'
          and coalesce(left(ifsc_code, 4), '') = asked.bank
      ) as known
    ) as since
    from ${unnestRows("asked", accountColumns, asked)}
    where not exists (
      select from payout_destinations
      where tenant_id = ${tenantId} and destination_hash = asked.hash and ended_at is null
        and coalesce(left(ifsc_code, 4), '') = asked.bank and created_at <= ${old}
    ) and not exists (
      select from payouts
      where tenant_id = ${tenantId} and destination_hash = asked.hash and status = 'success'
        and coalesce(left(ifsc_code, 4), '') = asked.bank and created_at <= ${old}
    )
  `.execute(db);
  const used = await sumUsed(db, tenantId, rows);
  return new Map(
    rows.map((row) => [
      accountKey(row),
      {
        rule,
        until: row.since && new Date(row.since.getTime() + rule.hours * 3_600_000),
        usedPaise: used.get(accountKey(row)) ?? 0n,
      },
    ]),
  );
}

/** What was paid to these new accounts, and what is on its way to them, by `accountKey`. */
async function sumUsed(
  db: Db,
  tenantId: string,
  accounts: readonly Account[],
): Promise<ReadonlyMap<string, bigint>> {
  if (accounts.length === 0) return new Map();
  const hashes = accounts.map(({ hash }) => hash);
  const { rows } = await sql<Account & { paise: bigint }>`
    select destination_hash as hash, coalesce(left(ifsc_code, 4), '') as bank,
      sum(amount_paise)::bigint as paise
    from payouts
    where tenant_id = ${tenantId} and destination_hash = any(${hashes}::bytea[])
      and status in ('pending', 'processing', 'success')
    group by 1, 2
  `.execute(db);
  return new Map(rows.map((row) => [accountKey(row), row.paise]));
}

/** 422 `BENEFICIARY_COOLING` for an amount that a new account can't be paid now, or undefined. */
export function whyCooling(
  cooling: Cooling | undefined,
  amountPaise: bigint,
): ApiError | undefined {
  if (!cooling || cooling.usedPaise + amountPaise <= cooling.rule.abovePaise) return undefined;
  return new ApiError(422, "BENEFICIARY_COOLING", coolingSentence(cooling));
}

/** `This account is new: at most ₹50,000 until 26/11/2026 14:05. ₹20,000 of it is used.` */
export function coolingSentence({ rule, until, usedPaise }: Cooling): string {
  const rupees = (paise: bigint) => formatMoney(inr(paise), { trailingZeros: false });
  const most = rupees(rule.abovePaise);
  if (until === null)
    return `This account is new: at most ${most}. Save it, and ${rule.hours} hours later it can be paid more.`;
  const used = usedPaise > 0n ? ` ${rupees(usedPaise)} of it is used.` : "";
  return `This account is new: at most ${most} in total until ${untilText(until)}.${used}`;
}

const untilText = (until: Date) => dateTimeInIndia(until).slice(0, -3);

/** As the API shows it. */
export function describeCooling(cooling: Cooling) {
  return {
    until: cooling.until?.toISOString() ?? null,
    at_most: inr(cooling.rule.abovePaise),
    used: inr(cooling.usedPaise),
    sentence: coolingSentence(cooling),
  };
}

/** As `findCooling`, by the rule of the policy in force. */
export async function findCoolingNow(
  db: Db,
  tenantId: string,
  accounts: readonly Account[],
): Promise<ReadonlyMap<string, Cooling>> {
  const rule = (await findPolicyInForce(db, tenantId))?.cooling;
  return rule ? findCooling(db, tenantId, rule, accounts) : new Map<string, Cooling>();
}
