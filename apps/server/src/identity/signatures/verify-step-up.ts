import { hash, randomBytes } from "node:crypto";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { hmac } from "../../kernel/app-secret.ts";
import { isSuperAdmin, type Person } from "../../kernel/person.ts";
import { signByCode } from "./sign-by-code.ts";
import type { SignatureMethod } from "./signature-method.ts";

/** What a super admin signs, and what a member of a business does: a setting each allows passkeys. */
const methods = { superadmin: signRequest("step_up"), tenant: signRequest("approval") };

function signRequest(purpose: "step_up" | "approval"): SignatureMethod {
  return signByCode({
    purpose,
    perHourMax: limits.stepUpCodesPerHourMax,
    otherContent: "This OTP is for another request. Request a new one.",
  });
}

const methodOf = (person: Person) => methods[isSuperAdmin(person) ? "superadmin" : "tenant"];

/**
 * Asks the person for the proof that signs a request of theirs.
 * @throws 404 unless it is of this session and not expired; 429; 503 `SMS_NOT_SENT`.
 */
export async function sendStepUp(person: Person, id: string) {
  const { content, text } = await findContent(person, id);
  return methodOf(person).begin(person, content, text);
}

/**
 * Exchanges the proof for a token that signs the request once, or each of its items once.
 * @throws 404 as `sendStepUp`; the errors of `SignatureMethod.verify`.
 */
export async function verifyStepUp(person: Person, id: string, proof: string) {
  const { content } = await findContent(person, id);
  await methodOf(person).verify(person, content, proof);
  return issueToken(id);
}

/** Gives a signature its token. The caller has checked a proof. */
export async function issueToken(id: string) {
  const token = randomBytes(32).toString("base64url");
  const { rows } = await sql<{ expires_at: Date; is_batch: boolean }>`
    update signatures set token_hash = ${tokenHash(token)}, expires_at = case
      when ${isBatch} then ${secondsFromNow(limits.batchSignatureSeconds)}::timestamptz
      else ${secondsFromNow(limits.signatureSeconds)}::timestamptz end
    where id = ${id} and used_digests = '{}'
    returning expires_at, ${isBatch} as is_batch
  `.execute(database());
  const [row] = rows;
  if (!row) throw unknownSignature();
  return { token, expires_at: row.expires_at.toISOString(), is_batch: row.is_batch };
}

const isBatch = sql<boolean>`coalesce(cardinality(item_digests) > 1, true)`;

/** Tokens are random, so a plain hash protects them. */
export function tokenHash(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/**
 * What the proof is bound to: the session, the content and its items. A code that was sent for the
 * same request a moment ago is valid for this one.
 */
async function findContent({ member, sessionId }: Person, id: string) {
  const row = await database()
    .selectFrom("signatures")
    .select(["content_digest", "item_digests", "code_text"])
    .where("id", "=", id)
    .where("person_id", "=", member.id)
    .where("session_id", "=", sessionId)
    .where("expires_at", ">", now())
    .executeTakeFirst();
  if (!row) throw unknownSignature();
  const digests = [row.content_digest, ...(row.item_digests ?? [])];
  const parts = digests.map((one) => one.toString("hex"));
  return {
    content: hmac("one-time-code", "step-up", sessionId, ...parts),
    text: (row.code_text ?? undefined) as SignedSummary["text"],
  };
}

const unknownSignature = () =>
  new ApiError(404, "NOT_FOUND", "The time to sign this is over. Cancel and start again.");
