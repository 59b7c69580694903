import { randomBytes } from "node:crypto";
import { limits } from "@rokad/contract/limits";
import { database } from "../../database/db.ts";
import { hmac } from "../../kernel/app-secret.ts";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { PasskeyPurpose } from "./passkey-purpose.ts";

/** What an answer confirms: its keyed digest, and the charges that were quoted. */
export interface ConfirmedOrder {
  readonly digest: Buffer;
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
}

interface NewChallenge {
  readonly purpose: PasskeyPurpose;
  /** Null for a sign-in. */
  readonly personId: string | null;
  /** The keyed hash of the session or browser that alone can answer. */
  readonly boundTo: Buffer;
  readonly order?: ConfirmedOrder | undefined;
}

/** The parts of a stored challenge that its bytes are made of. */
export interface ChallengeParts {
  readonly id: string;
  readonly purpose: PasskeyPurpose;
  readonly bound_to: Buffer;
  readonly nonce: Buffer;
  readonly order_digest: Buffer | null;
}

/** Stores a challenge for one answer within 5 minutes. */
export async function issueChallenge(asked: NewChallenge): Promise<{ id: string; bytes: Buffer }> {
  const { purpose, personId, boundTo, order } = asked;
  const parts = {
    id: newId(),
    purpose,
    bound_to: boundTo,
    nonce: randomBytes(32),
    order_digest: order?.digest ?? null,
  };
  await database()
    .insertInto("passkey_challenges")
    .values({
      ...parts,
      person_id: personId,
      fee_paise: order?.feePaise ?? null,
      gst_paise: order?.gstPaise ?? null,
      created_at: now(),
      expires_at: secondsFromNow(limits.passkeySeconds),
    })
    .execute();
  return { id: parts.id, bytes: challengeBytes(parts) };
}

/**
 * What the passkey signs: a keyed hash of what is confirmed, by whom it may be answered, and the
 * stored nonce. It is computed again from the row, so that an answer fits its own row only.
 */
export function challengeBytes(parts: ChallengeParts): Buffer {
  return hmac(
    "passkey-challenge",
    parts.purpose,
    parts.id,
    parts.bound_to.toString("hex"),
    parts.order_digest?.toString("hex") ?? "",
    parts.nonce.toString("hex"),
  );
}
