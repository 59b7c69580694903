import { formatMoney } from "@rokad/money/format";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { prepared } from "../../database/prepared-statements.ts";
import { signingRoles } from "../../identity/api-keys/stored-key.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";

/** An API key with the limits that an owner signed for it, and what it sent on one day. */
export interface KeyOfDay {
  readonly id: string;
  /** Whether it was revoked, was disabled, or expired. */
  readonly is_over: boolean;
  /** Null, as all of the limits, unless an owner who may still send signed them. */
  readonly limits_id: string | null;
  readonly signed_by: string | null;
  readonly networks: string[] | null;
  readonly per_payout_paise: bigint | null;
  readonly per_day_paise: bigint | null;
  readonly used_paise: bigint;
}

/** @param day in India, `YYYY-MM-DD`. */
export async function readKeys(
  db: Db,
  ids: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, KeyOfDay>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<KeyOfDay>`
    ${prepared} select api_keys.id, api_key_limits.id as limits_id, signed_by,
      api_key_limits.networks, per_payout_paise, per_day_paise,
      coalesce(paise, 0)::bigint as used_paise,
      revoked_at is not null or api_keys.disabled_at is not null
        or (expires_at is not null and expires_at <= ${now()}) as is_over
    from api_keys
    left join (
      api_key_limits join memberships as signing on signing.tenant_id = api_key_limits.tenant_id
        and signing.person_id = signed_by and signing.disabled_at is null
        and signing.roles && ${signingRoles}::text[]
    ) on api_key_limits.id = limits_id
    left join api_key_days on api_key_days.key_id = api_keys.id and day = ${day}::date
    where api_keys.id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Why a key may not send this amount.
 * @param usedPaise what it has sent on the day.
 */
export function whyAboveLimits(
  { per_payout_paise: perPayout, per_day_paise: perDay }: KeyOfDay,
  amountPaise: bigint,
  usedPaise: bigint,
): ApiError | undefined {
  if (perPayout === null || perDay === null) return limitsMissing();
  if (amountPaise > perPayout)
    return limitExceeded(`The API key may send ${short(perPayout)} per payout.`);
  if (usedPaise + amountPaise <= perDay) return undefined;
  return limitExceeded(
    `The API key may send ${short(perDay)} per day in India and has sent ${short(usedPaise)} today.`,
  );
}

export const limitsMissing = () =>
  new ApiError(
    403,
    "KEY_LIMITS_MISSING",
    "No owner has signed limits for this API key, so it sends nothing. An owner does that in Developers.",
  );

const short = (paise: bigint) => formatMoney(inr(paise), { trailingZeros: false });
const limitExceeded = (message: string) => new ApiError(422, "KEY_LIMIT_EXCEEDED", message);
