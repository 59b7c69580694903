import { hash, randomBytes } from "node:crypto";
import { database, type Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import type { ConfirmedOrder } from "./issue-challenge.ts";
import type { PasskeyPurpose } from "./passkey-purpose.ts";

const prefix = "pk_";

/** Whether the value of a field `otp` is a passkey's proof instead of a code. */
export function isPasskeyProof(value: string): boolean {
  return value.startsWith(prefix);
}

/** Gives an answered challenge its proof: a random token that confirms its order once. */
export async function issueProof(challengeId: string, passkeyId: string): Promise<string> {
  const proof = `${prefix}${randomBytes(32).toString("base64url")}`;
  await database()
    .updateTable("passkey_challenges")
    .set({ proof_hash: proofHash(proof), passkey_id: passkeyId })
    .where("id", "=", challengeId)
    .execute();
  return proof;
}

/**
 * Uses a proof, in the transaction that checks it.
 * @param boundTo the keyed hash of the session that uses it.
 * @returns who confirmed what; undefined for a proof that is unknown, used, expired, another
 *   session's, of a passkey that was removed since, or for another purpose.
 */
export async function takeProof(
  db: Tx,
  proof: string,
  purpose: PasskeyPurpose,
  boundTo: Buffer | null,
): Promise<{ personId: string; order: ConfirmedOrder | null } | undefined> {
  if (!boundTo) return undefined;
  // One statement: of parallel uses the first updates the row, and the others find none.
  const row = await db
    .updateTable("passkey_challenges")
    .set({ proof_used_at: now() })
    .where("proof_hash", "=", proofHash(proof))
    .where("purpose", "=", purpose)
    .where("bound_to", "=", boundTo)
    .where("proof_used_at", "is", null)
    .where("expires_at", ">", now())
    .where("passkey_id", "in", (passkeys) => passkeys.selectFrom("passkeys").select("id"))
    .returning(["person_id", "order_digest", "fee_paise", "gst_paise"])
    .executeTakeFirst();
  if (!row?.person_id) return undefined;
  const { order_digest: digest, fee_paise: feePaise, gst_paise: gstPaise } = row;
  return {
    personId: row.person_id,
    order: digest && { digest, feePaise: feePaise ?? 0n, gstPaise: gstPaise ?? 0n },
  };
}

/** Proofs are random, so a plain hash protects them. */
function proofHash(proof: string): Buffer {
  return hash("sha256", proof, "buffer");
}
