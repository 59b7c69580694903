import { takesSignature, type Call } from "@rokad/contract/call";
import { ApiError } from "../kernel/errors.ts";
import type { Person } from "../kernel/person.ts";
import { isKeyUsed } from "./idempotency.ts";

interface Content {
  readonly call: Call;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** What the request does, in words for the person who signs it. */
  readonly describe: () => Promise<string>;
}

/** Uses the signature of a request; the floor above provides it. */
export type RequireSignature = (
  content: Content & { readonly person: Person; readonly token: string | undefined },
) => Promise<{ giveBack(refusedIds?: readonly string[]): Promise<void> } | undefined>;

interface Request extends Content {
  readonly person: Person | undefined;
  readonly header: string | string[] | undefined;
  readonly idempotencyKey: string | undefined;
}

/**
 * Carries out a request with its signature, if it takes one. What was refused can be signed for
 * again with the same signature; after an unexpected error the outcome is unknown, so it can't.
 * @throws 403 `STEP_UP_REQUIRED` without a valid signature.
 */
export async function withSignature<T>(
  { requireSignature }: { readonly requireSignature: RequireSignature },
  { person, header, idempotencyKey, ...content }: Request,
  work: () => Promise<T>,
): Promise<T> {
  if (!person || !takesSignature(content.call)) return work();
  // A repeat after a lost answer changes nothing and gets the first answer, or an error.
  if (await isKeyUsed(person, idempotencyKey)) return work();
  const token = typeof header === "string" ? header : undefined;
  const signature = await requireSignature({ ...content, person, token });
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

/** The ids of a list of outcomes that were refused. */
function refusedIds(answer: unknown): string[] {
  const { data } = answer as { data?: unknown };
  if (!Array.isArray(data)) return [];
  return data.flatMap(({ id, outcome }: { id: string; outcome?: string }) =>
    outcome === "refused" ? [id] : [],
  );
}
