import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { database } from "../../src/database/db.ts";
import { newId } from "../../src/kernel/ids.ts";
import type { SeededRandom } from "../../src/kernel/seeded-random.ts";
import { issueAccessToken } from "../../src/identity/sign-in/access-token.ts";
import { createSessionKey } from "../session-key.ts";
import { badText } from "./bad-values.ts";
import type { openHttpClient } from "./http-client.ts";

/** What a refresh brings, and what becomes of its session. */
const outcomes = {
  "no proof": "ended",
  "a proof by another key": "ended",
  "the owner's key, signed by another": "ended",
  "a private key": "ended",
  "hostile text": "ended",
  "a truncated proof": "ended",
  "a proof for another call": "kept",
  "a proof of another time": "kept",
  "its proof": "refreshed",
} as const;

type Presented = keyof typeof outcomes;

/**
 * Refreshes a new session that is bound to a key, with one kind of proof.
 * @returns the faults: a session that survives without its key, or one that ends with it.
 */
export async function refreshBoundSession(
  random: SeededRandom,
  client: ReturnType<typeof openHttpClient>,
  { port, personId }: { readonly port: number; readonly personId: string },
) {
  const presented = random.pick(Object.keys(outcomes) as Presented[]);
  const [key, other] = await Promise.all([createSessionKey(), createSessionKey()]);
  const { id, accessToken, refreshToken } = await openBoundSession(personId, key.thumbprint);
  const address = `http://127.0.0.1:${port}/api/v1/auth/refresh`;
  const proofs: Readonly<Record<Presented, () => Promise<string> | string>> = {
    "no proof": () => "",
    "a proof by another key": () => other.proof(address),
    "the owner's key, signed by another": () => other.proof(address, { header: { jwk: key.jwk } }),
    "a private key": () => key.proof(address, { header: { jwk: key.privateJwk } }),
    "hostile text": () => badText(random).replaceAll(/[^\x21-\x7e]/g, "?") || "?",
    "a truncated proof": async () => (await key.proof(address)).slice(0, -random.between(4, 200)),
    "a proof for another call": () => key.proof(address.replace("refresh", "logout")),
    "a proof of another time": () => key.proof(address, { iat: random.between(0, 2 ** 31) }),
    "its proof": () => key.proof(address),
  };
  const dpop = await proofs[presented]();
  const response = await client.send({
    method: "POST",
    path: "/api/v1/auth/refresh",
    headers: { "content-type": "application/json", ...(dpop && { dpop }) },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  const me = await client.send({
    method: "GET",
    path: "/api/v1/auth/me",
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const expected = { ended: [401, 401], kept: [400, 200], refreshed: [200, 200] };
  const statuses = [response.status, me.status];
  const isRight = String(statuses) === String(expected[outcomes[presented]]);
  // A super admin ends the sessions that the Activity Monitor lists: no refresh does this.
  const isExcused = isRight || (await isRevoked(id));
  return {
    presented,
    response,
    faults: isExcused ? [] : [`A refresh with ${presented} gave ${String(statuses)}`],
  };
}

async function isRevoked(id: string): Promise<boolean> {
  const { ended_because: why } = await database()
    .selectFrom("sessions")
    .select("ended_because")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return why === "revoked";
}

async function openBoundSession(personId: string, thumbprint: string) {
  const id = newId();
  const refreshToken = randomBytes(32).toString("base64url");
  await sql`
    insert into sessions (id, person_id, created_at, last_seen_at, expires_at, key_thumbprint)
    values (${id}, ${personId}, now(), now(), now() + interval '1 hour', ${thumbprint})
  `.execute(database());
  await sql`
    insert into refresh_tokens (token_hash, session_id, issued_at)
    values (${createHash("sha256").update(refreshToken).digest()}, ${id}, now())
  `.execute(database());
  return { id, accessToken: issueAccessToken({ id, personId }), refreshToken };
}
