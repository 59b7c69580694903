import { record } from "../audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { database, transaction, type Tx } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { networkOf } from "../../kernel/network.ts";
import { readSettings } from "../settings/settings.ts";
import { issueAccessToken } from "./access-token.ts";
import { rememberBrowser, type CodeHolder } from "./code-holder.ts";
import { enforceHourlyLimit } from "../rate-limit.ts";
import { asUser, type RequestOrigin } from "../../kernel/person.ts";
import { listInvitationsOf } from "../people/invitations.ts";
import { asMembership, findTenantsOf } from "../people/membership.ts";
import { issueInvitationToken } from "./invitation-token.ts";
import { lockPerson } from "./lock-person.ts";
import { issueRefreshToken } from "./refresh-token.ts";
import type { PresentedProof } from "../../http/serve.ts";
import { notifyOwner, type EnqueueText } from "./notify-owner.ts";
import { idleUntil, keylessEnd, sessionEnd } from "./session-life.ts";
import { invalidProof, useProof, verifyProof } from "./verify-proof.ts";

interface SignIn {
  /** Checks the code or the passkey. It runs after the limits, and after the proof is used. */
  readonly identify: (holder: CodeHolder) => Promise<{ readonly personId: string }>;
  readonly proof: PresentedProof;
  readonly origin: RequestOrigin;
  /** The cookie that the first call set. */
  readonly browser: string | undefined;
}

/**
 * Signs a person in, with a code or a passkey that their browser requested, to the business that they
 * chose last. The browser is known from now on. With a proof the session is bound to its key
 * (RFC 9449); without one it ends within a day. Who belongs to no business and was invited gets no
 * session but the invitations to choose from.
 * @throws the errors of `identify` and `useProof`; 403 `ACCOUNT_INACTIVE`, only after `identify`.
 */
export async function openSession(
  { identify, proof, origin, browser }: SignIn,
  enqueueText: EnqueueText,
) {
  const [settings, signed] = await Promise.all([readSettings(), verifyProof(proof)]);
  if (!signed && proof.jwt !== undefined) throw invalidProof();
  await enforceHourlyLimit(
    database(),
    `codes from ${networkOf(origin.address)}`,
    settings.code_calls_per_address_per_hour,
  );
  // Before the code is used: the browser repeats with another proof and the same code or answer.
  if (signed) await transaction((db) => useProof(db, signed));
  const holder = { browser, address: origin.address };
  const { personId } = await identify(holder);
  const invitations = await listInvitationsOf(database(), personId);
  if (invitations.length > 0 && (await findTenantsOf(database(), personId)).length === 0)
    return { invitation_token: issueInvitationToken(personId, holder), invitations };

  return transaction(async (db) => {
    const { account, tenants, ...person } = await lockPerson(db, personId);
    const session = { id: newId(), personId };
    const key = signed?.thumbprint ?? null;
    const isNewDevice = await isOtherDevice(db, personId, key);
    const { role } = account;
    await db
      .insertInto("sessions")
      .values({
        id: session.id,
        person_id: personId,
        tenant_id: account.role === "superadmin" ? null : account.id,
        created_at: now(),
        last_seen_at: now(),
        expires_at: sessionEnd(role, settings),
        key_thumbprint: key,
        keyless_until: keylessEnd(),
        idle_until: idleUntil(role, settings),
        address: origin.address,
        user_agent: origin.userAgent?.slice(0, 300) ?? null,
      })
      .execute();
    await rememberBrowser(db, personId, holder);
    const refresh_token = await issueRefreshToken(db, session.id);
    if (isNewDevice) {
      const event = { kind: "new_device", session: session.id, personId, from: origin } as const;
      await notifyOwner(db, event, enqueueText);
      await record(db, {
        act: "session.new_device",
        by: { id: personId, from: origin },
        subject: { kind: "session", id: session.id },
      });
    }
    await record(db, {
      act: "sign_in.succeeded",
      by: { id: personId, from: origin },
      subject: { kind: "session", id: session.id },
    });
    return {
      access_token: issueAccessToken(session),
      refresh_token,
      user: asUser({ ...account, member: { ...person, roles: account.roles } }),
      memberships: tenants.map((each) => asMembership(each, account.id)),
      invitations,
    };
  });
}

/**
 * True unless the person signed in with this key before, or never at all. Without a key the device
 * can't be recognised.
 */
async function isOtherDevice(db: Tx, personId: string, key: string | null): Promise<boolean> {
  const { sessions, with_key: withKey } = await db
    .selectFrom("sessions")
    .select((eb) => [
      eb.fn.countAll<bigint>().as("sessions"),
      eb.fn.countAll<bigint>().filterWhere("key_thumbprint", "=", key).as("with_key"),
    ])
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();
  return sessions > 0n && withKey === 0n;
}
