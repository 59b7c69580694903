import type { Answer, Call, Input } from "@rokad/contract/call";
import { ApiError } from "./api-error.ts";
import { send } from "./client.ts";
import { fingerprint, newKey } from "./idempotency.ts";

type OnceCall = Call & { readonly idempotent: true };

interface OnceOptions {
  /** Body fields that may differ between two tries of the same thing, such as a fresh authorisation. */
  ignoring?: readonly string[];
  signal?: AbortSignal;
}

/**
 * Sends something that must happen once. Its key is made before the first try and stays in browser
 * storage until an answer came, so a reload, a double tap or a lost connection can't do it twice:
 * the same thing sent again within a day goes under the same key.
 */
export async function sendOnce<const C extends OnceCall>(
  call: C,
  input: Input<C>,
  { ignoring = [], signal }: OnceOptions = {},
): Promise<Answer<C>> {
  const slot = `idempotency:${call.name}`;
  const key = keptKey(slot, fingerprint(input, ignoring));
  try {
    const answer = await send(call, input, { idempotencyKey: key, ...(signal && { signal }) });
    localStorage.removeItem(slot);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && isFinal(error.status)) localStorage.removeItem(slot);
    throw error;
  }
}

/** A refusal is an answer. 409 may mean that the first try still runs; 429 and 5xx mean "again later". */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 408, 409, 425, 429].includes(status);
}

const keptForMs = 24 * 60 * 60 * 1000;

function keptKey(slot: string, print: string): string {
  const kept = readSlot(slot);
  if (kept?.print === print && Date.now() - kept.at < keptForMs) return kept.key;
  const key = newKey();
  localStorage.setItem(slot, JSON.stringify({ key, print, at: Date.now() }));
  return key;
}

function readSlot(slot: string): { key: string; print: string; at: number } | null {
  try {
    return JSON.parse(localStorage.getItem(slot) ?? "null") as ReturnType<typeof readSlot>;
  } catch {
    return null;
  }
}
