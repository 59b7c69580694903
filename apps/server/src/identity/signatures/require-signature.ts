import type { Call } from "@rokad/contract/call";
import { limits } from "@rokad/contract/limits";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { stepUpRequired } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Person } from "../../kernel/person.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { signedContent, type SignedContent, type SignedInput } from "./signed-content.ts";
import { signedText } from "./signed-text.ts";
import { takeItems, returnItems } from "./take-items.ts";

interface SignedRequest extends SignedInput {
  readonly person: Person;
  readonly call: Call;
  /** The header `Step-Up`. */
  readonly token: string | undefined;
  /** What is signed, in one phrase such as "Approve deposit of ₹500.00 from Demo Traders". */
  readonly describe: () => Promise<string | SignedSummary>;
}

/** A signature that a request uses. */
export interface UsedSignature {
  /** Lets the items that were not carried out be signed for again: all, or those of these ids. */
  giveBack(refusedIds?: readonly string[]): Promise<void>;
}

/**
 * Uses the signature of a request before it is carried out, so that parallel repeats use it once.
 * @returns undefined for a request that takes none.
 * @throws 403 `STEP_UP_REQUIRED` with the signature to ask for, unless the token is a valid one of
 *   this session for exactly this content that is not used yet.
 */
export async function requireSignature(request: SignedRequest): Promise<UsedSignature | undefined> {
  const content = signedContent(request.call, request);
  if (!content) return undefined;
  const { person, token } = request;
  const id = token === undefined ? undefined : await takeItems(person, token, content);
  if (id === undefined) {
    const described = await request.describe();
    const { summary, text = signedText(summary) } =
      typeof described === "string" ? { summary: described } : described;
    throw stepUpRequired({ id: await insertRequested(person, content, text), summary });
  }
  return {
    giveBack: (refusedIds) =>
      returnItems(id, refusedIds?.flatMap((item) => content.digestOf(item) ?? []) ?? content.items),
  };
}

async function insertRequested(
  person: Person,
  content: SignedContent,
  text: NonNullable<SignedSummary["text"]>,
): Promise<string> {
  const id = newId();
  await database()
    .insertInto("signatures")
    .values({
      id,
      person_id: person.member.id,
      session_id: person.sessionId,
      content_digest: content.digest,
      item_digests: content.hasSteps ? null : [...content.items],
      code_text: JSON.stringify(text),
      created_at: now(),
      expires_at: secondsFromNow(limits.batchSignatureSeconds),
    })
    .execute();
  return id;
}
