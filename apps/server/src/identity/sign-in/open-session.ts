import type { Feature } from "@rokad/contract/call";
import { record } from "../audit/record.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { database, transaction } from "../../database/db.ts";
import { accountInactive } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { networkOf } from "../../kernel/network.ts";
import { readSettings } from "../settings/settings.ts";
import { issueAccessToken } from "./access-token.ts";
import { checkCode } from "./check-code.ts";
import { rememberBrowser } from "./code-holder.ts";
import { enforceHourlyLimit } from "../rate-limit.ts";
import { asUser, type RequestOrigin } from "../../kernel/person.ts";
import { issueRefreshToken } from "./refresh-token.ts";

/**
 * Signs a person in with the newest code that their browser requested. The browser is known from now
 * on.
 * @throws the errors of `checkCode`; 403 `ACCOUNT_INACTIVE`, only after a correct code.
 */
export async function openSession(
  mobile: string,
  code: string,
  origin: RequestOrigin,
  browser: string | undefined,
) {
  const settings = await readSettings();
  await enforceHourlyLimit(
    database(),
    `codes from ${networkOf(origin.address)}`,
    settings.code_calls_per_address_per_hour,
  );
  const holder = { browser, address: origin.address };
  const { personId } = await checkCode("sign_in", mobile, code, holder);

  return transaction(async (db) => {
    // Closes the race between a sign-in and a deactivation: the lock makes one wait for the other.
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
        address: origin.address,
        user_agent: origin.userAgent?.slice(0, 300) ?? null,
      })
      .execute();
    await rememberBrowser(db, personId, holder);
    const refresh_token = await issueRefreshToken(db, session.id);
    await record(db, {
      act: "sign_in.succeeded",
      by: { id: personId, from: origin },
      subject: { kind: "session", id: session.id },
    });
    return {
      access_token: issueAccessToken(session),
      refresh_token,
      user: asUser({ ...person, features: person.features as Feature[] }),
    };
  });
}
