import {
  MissingCredentialError,
  readCredentials,
  type CredentialName,
} from "../../kernel/credentials.ts";
import { sendRequest, type OutboundRequest } from "../../kernel/outbound-call.ts";
import { NotConfiguredError, OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { readRefusal, type Refusal } from "./read-refusal.ts";

/** RazorpayX's address, and the timeout of a call. */
export interface RazorpayX {
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

/** The pace of lists that nobody waits for: RazorpayX advises 5 to 10 calls a second, also for payouts. */
export const sweepCallsPerSecond = 4;

interface Call {
  readonly method: OutboundRequest["method"];
  /** Begins with `/`; the caller escapes values from outside. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly timeoutMs?: number;
  readonly sendBeforeMs?: number;
}

export type RazorpayXAnswer =
  | { readonly isAccepted: true; readonly json: unknown }
  | { readonly isAccepted: false; readonly refusal: Refusal };

/**
 * Calls RazorpayX with the current keys.
 * @throws {NotConfiguredError} while the keys are missing, and when RazorpayX refuses them or our IP
 *   address.
 * @throws {OutcomeUnknownError} when there is no clear answer.
 */
export async function callRazorpayX(to: RazorpayX, call: Call): Promise<RazorpayXAnswer> {
  const { RAZORPAYX_KEY_ID: id, RAZORPAYX_KEY_SECRET: secret } = await credentials(
    "RAZORPAYX_KEY_ID",
    "RAZORPAYX_KEY_SECRET",
  );
  const query = new URLSearchParams(
    Object.entries(call.query ?? {}).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
  );
  const answer = await sendRequest({
    method: call.method,
    url: `${to.baseUrl}${call.path}${call.query ? `?${String(query)}` : ""}`,
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
      ...call.headers,
    },
    ...(call.body && { body: call.body }),
    timeoutMs: call.timeoutMs ?? to.timeoutMs,
    sendBeforeMs: call.sendBeforeMs,
  });
  if (answer.status < 300) return { isAccepted: true, json: answer.json };
  const refusal = readRefusal(answer);
  if (refusal.concerns === "setup") throw new NotConfiguredError(refusal.message);
  return { isAccepted: false, refusal };
}

/**
 * For calls that RazorpayX has no reason to refuse.
 * @throws {OutcomeUnknownError} for a refusal, and as `callRazorpayX`.
 */
export async function readFromRazorpayX(to: RazorpayX, call: Call): Promise<unknown> {
  const answer = await callRazorpayX(to, call);
  if (answer.isAccepted) return answer.json;
  throw new OutcomeUnknownError(answer.refusal.message);
}

/**
 * The account that RazorpayX pays from, or the customer identifier of RazorpayX Lite.
 * @throws {NotConfiguredError} while it is not set.
 */
export async function ownAccount(): Promise<string> {
  return (await credentials("RAZORPAYX_ACCOUNT_NUMBER")).RAZORPAYX_ACCOUNT_NUMBER;
}

async function credentials<N extends CredentialName>(
  ...names: readonly N[]
): Promise<Record<N, string>> {
  try {
    return await readCredentials(...names);
  } catch (error) {
    if (error instanceof MissingCredentialError) throw new NotConfiguredError(error.message);
    throw error;
  }
}
