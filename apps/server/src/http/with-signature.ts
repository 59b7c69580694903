import { takesSignature, type Call } from "@rokad/contract/call";
import { ApiError } from "../kernel/errors.ts";
import type { Person } from "../kernel/person.ts";
import { findUsedKeys, itemKey } from "./idempotency.ts";

/** What a signature signs, in words. */
export interface SignedSummary {
  /** One phrase, such as "Approve deposit of ₹500.00 from Demo Traders". */
  readonly summary: string;
  /** The registered text for the code, with its values; by default it names the summary's start. */
  readonly text?:
    | { readonly kind: "signature"; readonly decision: string }
    | { readonly kind: "decision"; readonly amount: string; readonly decision: string }
    | {
        readonly kind: "approval" | "approvals";
        readonly amount: string;
        readonly beneficiary: string;
        readonly count: string;
      }
    | undefined;
}

interface Content {
  readonly call: Call;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Uses the signature of a request; the floor above provides it. */
export type RequireSignature = (
  content: Content & {
    readonly person: Person;
    readonly token: string | undefined;
    /** What the request does, in words for the person who signs it. */
    readonly describe: () => Promise<string | SignedSummary>;
  },
) => Promise<{ giveBack(refusedIds?: readonly string[]): Promise<void> } | undefined>;

interface Request extends Content {
  readonly person: Person | undefined;
  readonly header: string | string[] | undefined;
  readonly idempotencyKey: string | undefined;
  /** What the request does with this body, in words. */
  readonly describe: (body: unknown) => Promise<string | SignedSummary>;
}

/**
 * Carries out a request with its signature, if it takes one. What was refused can be signed for
 * again with the same signature; after an unexpected error the outcome is unknown, so it can't.
 * @throws 403 `STEP_UP_REQUIRED` without a valid signature.
 */
export async function withSignature<T>(
  { requireSignature }: { readonly requireSignature: RequireSignature },
  { person, header, idempotencyKey, describe, ...whole }: Request,
  work: () => Promise<T>,
): Promise<T> {
  if (!person || !takesSignature(whole.call)) return work();
  const content = await withoutRepeats(person, idempotencyKey, whole);
  if (!content) return work();
  const token = typeof header === "string" ? header : undefined;
  const signature = await requireSignature({
    ...content,
    person,
    token,
    describe: () => describe(content.body),
  });
  if (!signature) return work();
  try {
    const answer = await work();
    await signature.giveBack(refusedIds(answer));
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) await signature.giveBack();
    throw error;
  }
}

/**
 * What of a request needs a signature: without what its key has carried out. A repeat of that changes
 * nothing and gets the first answer, or an error.
 * @returns undefined if nothing is left.
 */
async function withoutRepeats(
  person: Person,
  key: string | undefined,
  content: Content,
): Promise<Content | undefined> {
  if (key === undefined) return content;
  const { stepUp } = content.call;
  const isOne =
    !stepUp || !("signs" in stepUp) || stepUp.signs !== "each" || stepUp.isOneTransaction;
  if (isOne) return (await findUsedKeys(person, [key])).size > 0 ? undefined : content;
  const { [stepUp.field]: field, ...others } = content.body as Readonly<Record<string, string[]>>;
  const ids = [...new Set(field)];
  const used = await findUsedKeys(
    person,
    ids.map((id) => itemKey(key, id)),
  );
  const left = ids.filter((id) => !used.has(itemKey(key, id)));
  if (left.length === 0) return undefined;
  return { ...content, body: { ...others, [stepUp.field]: left } };
}

/** The ids of a list of outcomes that were refused. */
function refusedIds(answer: unknown): string[] {
  const { data } = answer as { data?: unknown };
  if (!Array.isArray(data)) return [];
  return data.flatMap(({ id, outcome }: { id: string; outcome?: string }) =>
    outcome === "refused" ? [id] : [],
  );
}
