import type { AuditAct } from "@rokad/contract/audit";
import type { Call } from "@rokad/contract/call";
import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Person, RequestOrigin } from "../../kernel/person.ts";
import { countInHour } from "../rate-limit.ts";
import { record } from "./record.ts";

/** The errors that say that a signed-in person tried what they may not do. */
const refusals: Readonly<Record<string, { act: AuditAct; reason: string }>> = {
  FORBIDDEN: { act: "request.refused", reason: "Role not allowed" },
  SCOPE_MISSING: { act: "request.refused", reason: "API key without the scope" },
  ADDRESS_NOT_ALLOWED: { act: "api_key.address_refused", reason: "Address not in the key's list" },
  FEATURE_NOT_ENABLED: { act: "request.refused", reason: "Feature not enabled" },
  READ_ONLY_VIEW: { act: "request.refused", reason: "Read-only view" },
  OTP_INVALID: { act: "code.refused", reason: "Wrong OTP" },
  OTP_EXPIRED: { act: "code.refused", reason: "Expired OTP" },
  PASSKEY_REFUSED: { act: "passkey.refused", reason: "Passkey refused" },
  OTP_TRIES_USED_UP: { act: "code.refused", reason: "Too many wrong attempts" },
};

/** Bounds what a person, or the senders of one provider's webhooks, add to a log that is never deleted. */
const rowsPerHourMax = 60;
const windowSeconds = 60;

/** A refused attempt, as the audit log shows it. */
interface Attempt {
  readonly act: AuditAct;
  /** Whose attempts are limited together: a person's, or those of a provider's webhooks. */
  readonly source: string;
  readonly actorId: string | null;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly reason: string;
  readonly after?: object | undefined;
  readonly origin: RequestOrigin;
}

/**
 * Records that a signed-in person was refused: a role, a feature, a read-only view, a wrong code.
 * Sign-ins have their own record (`record-failed-sign-in.ts`); any other error is ignored.
 */
export async function recordRefusal(
  error: unknown,
  call: Pick<Call, "name">,
  {
    member,
    sessionId,
    isViewed,
    apiKey,
  }: Pick<Person, "member" | "sessionId" | "isViewed" | "apiKey">,
  origin: RequestOrigin,
): Promise<void> {
  const refusal = error instanceof ApiError ? refusals[error.code] : undefined;
  if (!refusal) return;
  const source = isViewed || apiKey ? sessionId : member.id;
  await recordAttempt(`${refusal.act} ${refusal.reason} ${call.name} ${source}`, {
    ...refusal,
    source,
    // The tenant of a view did not call; the session leads to the row that opened the view.
    actorId: isViewed ? null : member.id,
    subject: { kind: "call", id: call.name },
    after: isViewed ? { session: sessionId } : apiKey && { api_key: apiKey.id },
    origin,
  });
}

/**
 * Records a webhook that was refused before it was stored.
 * @param adapter null when no provider of this installation has the name, which anyone can choose.
 */
export async function recordRefusedWebhook(
  adapter: string | null,
  reason: string,
  origin: RequestOrigin,
): Promise<void> {
  await recordAttempt(`webhook.refused ${adapter ?? ""} ${reason}`, {
    act: "webhook.refused",
    source: `webhooks ${adapter ?? ""}`,
    actorId: null,
    subject: { kind: "provider", id: adapter ?? "unknown" },
    reason,
    origin,
  });
}

/**
 * Adds a row for the first attempt of a minute and counts those that repeat it, so that a flood
 * neither fills the log nor waits for its lock.
 */
async function recordAttempt(key: string, attempt: Attempt): Promise<void> {
  await transaction(async (db) => {
    const { rows } = await sql<{ times: number }>`
      insert into refused_attempts (key, attempt, since, times)
      values (${key}, ${JSON.stringify(attempt)}, ${now()}, 1)
      on conflict (key) do update set times = refused_attempts.times + 1
      returning times
    `.execute(db);
    if (rows[0]?.times === 1) await addRow(db, attempt, attempt.after);
  });
}

/** Ends the minutes that are over: a row says how often each attempt was repeated in its minute. */
export async function recordRepeatedRefusals(): Promise<void> {
  while (await recordOneRepeated());
}

/**
 * One transaction for each attempt, which locks as `recordAttempt` does: counter, limit, log. With
 * several in one, it would hold the log while it waits for a limit, whose holder waits for the log.
 * @returns false when no minute is over.
 */
async function recordOneRepeated(): Promise<boolean> {
  return transaction(async (db) => {
    // Closes the race between two workers: a row that one has locked is skipped by the other.
    const { rows } = await sql<{ attempt: Attempt; times: number }>`
      delete from refused_attempts where key = (
        select key from refused_attempts where since <= ${secondsFromNow(-windowSeconds)}
        limit 1 for update skip locked
      )
      returning attempt, times
    `.execute(db);
    const [row] = rows;
    if (!row) return false;
    const { attempt, times } = row;
    if (times > 1) await addRow(db, attempt, { ...attempt.after, repeated: times - 1 });
    return true;
  });
}

async function addRow(db: Tx, attempt: Attempt, after: object | undefined): Promise<void> {
  const { used } = await countInHour(db, `audit refused ${attempt.source}`);
  if (used > rowsPerHourMax + 1) return;
  const { act, actorId, subject, reason, origin } = attempt;
  await record(db, {
    act,
    by: actorId === null ? null : { id: actorId },
    from: origin,
    subject,
    ...(used > rowsPerHourMax
      ? {
          reason: `More than ${rowsPerHourMax} refused attempts this hour. The others are not listed.`,
        }
      : { reason, after }),
  });
}
