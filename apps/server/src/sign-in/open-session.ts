import type { Feature } from "@rokad/contract/call";
import { record } from "../audit/record.ts";
import { now, secondsFromNow } from "../clock.ts";
import { database, transaction } from "../db.ts";
import { accountInactive } from "../errors.ts";
import { newId } from "../ids.ts";
import { readSettings } from "../platform/settings.ts";
import { issueAccessToken } from "./access-token.ts";
import { checkCode } from "./check-code.ts";
import { countUse } from "./count-use.ts";
import { asUser } from "./person.ts";
import { issueRefreshToken } from "./refresh-token.ts";

export interface Visitor {
  readonly address: string;
  readonly userAgent: string | undefined;
}

/**
 * Signs a person in with the newest code of their number.
 * @throws what `checkCode` throws; 403 `ACCOUNT_INACTIVE`, told only after a right code.
 */
export async function openSession(mobile: string, code: string, visitor: Visitor) {
  const settings = await readSettings();
  await countUse(
    database(),
    `codes from ${visitor.address}`,
    settings.code_calls_per_address_per_hour,
  );
  const { personId } = await checkCode("sign_in", mobile, code);

  return transaction(async (db) => {
    // Locked, so that a deactivation at the same moment comes wholly before or wholly after.
    const person = await db
      .selectFrom("people")
      .selectAll()
      .where("id", "=", personId)
      .forShare()
      .executeTakeFirstOrThrow();
    if (!person.is_active || person.closed_at) throw accountInactive();
    const session = { id: newId(), personId };
    await db
      .insertInto("sessions")
      .values({
        id: session.id,
        person_id: personId,
        created_at: now(),
        last_seen_at: now(),
        expires_at: secondsFromNow(settings.session_days * 24 * 60 * 60),
        address: visitor.address,
        user_agent: visitor.userAgent?.slice(0, 300) ?? null,
      })
      .execute();
    const refresh_token = await issueRefreshToken(db, session.id);
    await record(db, {
      act: "sign_in.succeeded",
      by: { id: personId, from: visitor },
      subject: { kind: "session", id: session.id },
    });
    return {
      access_token: issueAccessToken(session),
      refresh_token,
      user: asUser({ ...person, features: person.features as Feature[] }),
    };
  });
}
