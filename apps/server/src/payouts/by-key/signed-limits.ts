import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { prepared } from "../../database/prepared-statements.ts";
import { signingRoles } from "../../identity/api-keys/stored-key.ts";
import { today } from "../../kernel/days.ts";
import { ApiError } from "../../kernel/errors.ts";
import { dayLimitExceeded, payoutLimitExceeded } from "../initiate/key-limit-errors.ts";

interface SignedLimits {
  readonly id: string;
  readonly signedBy: string;
  readonly perPayoutPaise: bigint;
  readonly perDayPaise: bigint;
  readonly usedTodayPaise: bigint;
}

/**
 * The limits within which a key may send, as they are now. The wallet's lock decides later.
 * @throws 403 `KEY_LIMITS_MISSING` unless an owner who may still send signed them.
 */
export async function readSignedLimits(keyId: string): Promise<SignedLimits> {
  const { rows } = await sql<SignedLimits>`
    ${prepared} select api_key_limits.id, signed_by as "signedBy",
      per_payout_paise as "perPayoutPaise", per_day_paise as "perDayPaise",
      coalesce(paise, 0)::bigint as "usedTodayPaise"
    from api_keys
    join api_key_limits on api_key_limits.id = limits_id
    join memberships on memberships.tenant_id = api_keys.tenant_id
      and memberships.person_id = signed_by and memberships.disabled_at is null
      and memberships.roles && ${signingRoles}::text[]
    left join api_key_days on api_key_days.key_id = api_keys.id and day = ${today()}::date
    where api_keys.id = ${keyId}
  `.execute(database());
  const [limits] = rows;
  if (limits) return limits;
  throw new ApiError(
    403,
    "KEY_LIMITS_MISSING",
    "No owner has signed limits for this API key, so it sends nothing. An owner does that in Developers.",
  );
}

/** @throws 403 as `readSignedLimits`; 422 `KEY_LIMIT_EXCEEDED`. */
export async function assertWithinLimits(keyId: string, amountPaise: bigint): Promise<void> {
  const { perPayoutPaise, perDayPaise, usedTodayPaise } = await readSignedLimits(keyId);
  if (amountPaise > perPayoutPaise) throw payoutLimitExceeded(perPayoutPaise);
  if (usedTodayPaise + amountPaise > perDayPaise)
    throw dayLimitExceeded(perDayPaise, usedTodayPaise);
}
