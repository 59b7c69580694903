import type { Answer, Call, Input } from "@rokad/contract/call";
import { ApiError } from "./api-error.ts";
import { send } from "./client.ts";
import { fingerprint, newKey } from "./idempotency.ts";
import { personKey } from "./session.ts";

type IdempotentCall = Call & { readonly idempotent: true };

interface IdempotentOptions {
  /** Body fields that may differ between attempts, such as a new authorisation token. */
  ignoring?: readonly string[];
  /** How long a request without an answer keeps its key; a day by default. */
  keptMs?: number;
  /** The version of what the person sees: after a change the same input is another request. */
  seen?: string | null | undefined;
  signal?: AbortSignal;
}

/** For an approval: a repeat follows within minutes, and later the same input may be another one. */
export const approvalKeptMs = 10 * 60 * 1000;

/**
 * Sends a request that must take effect once, such as one that pays or creates. Its idempotency key
 * stays in browser storage until a response arrives, so a reload, a double tap or a lost connection
 * can't repeat it: the same request within `keptMs` uses the same key. The server then answers a signed
 * one without a second code. What sets a state is sent with `send`: a repeat must set it again, where
 * others have changed it meanwhile.
 */
export async function sendIdempotent<const C extends IdempotentCall>(
  call: C,
  input: Input<C>,
  { ignoring = [], keptMs = dayMs, seen, signal }: IdempotentOptions = {},
): Promise<Answer<C>> {
  const content = seen == null ? input : { ...input, seen };
  // One for each content: another request, also of another tab, would remove an unanswered one's key.
  const slot = `${prefix}${personKey()}:${call.name}:${fingerprint(content, ignoring)}`;
  const key = keyFor(slot, keptMs);
  try {
    const answer = await send(call, input, { idempotencyKey: key, ...(signal && { signal }) });
    localStorage.removeItem(slot);
    return answer;
  } catch (error) {
    if (isRefused(error)) localStorage.removeItem(slot);
    throw error;
  }
}

/**
 * Whether the request has certainly had no effect. 409 may mean that the first attempt still runs, 429
 * and 5xx mean "try later", and without an answer it may have arrived.
 */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && ![401, 408, 409, 425, 429].includes(status);
}

const dayMs = 24 * 60 * 60 * 1000;
const prefix = "idempotency:";

interface Stored {
  readonly key: string;
  readonly at: number;
}

function keyFor(slot: string, keptMs: number): string {
  const stored = readKey(slot, keptMs);
  if (stored !== undefined) return stored;
  for (const name of Object.keys(localStorage))
    if (name.startsWith(prefix) && readKey(name, dayMs) === undefined)
      localStorage.removeItem(name);
  const key = newKey();
  localStorage.setItem(slot, JSON.stringify({ key, at: Date.now() }));
  return key;
}

/** The key in a slot; undefined from this age on. */
function readKey(slot: string, keptMs: number): string | undefined {
  try {
    const { key, at } = JSON.parse(localStorage.getItem(slot) ?? "{}") as Stored;
    return Date.now() - at < keptMs ? key : undefined;
  } catch {
    return undefined;
  }
}
