import {
  MissingCredentialError,
  readCredentials,
  type CredentialName,
} from "../../credentials/credentials.ts";
import { ask, type Question } from "../ask.ts";
import { NotSetUpError, OutcomeUnknownError } from "../provider.ts";
import { readRefusal, type Refusal } from "./refusals.ts";

/** Where RazorpayX answers, and for how long it is waited for. */
export interface RazorpayX {
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

interface Call {
  readonly method: Question["method"];
  /** With a `/` in front; what comes from outside is already escaped. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly timeoutMs?: number;
}

/** What RazorpayX answered: what was asked for, or why it would not do it. */
export type RazorpayXAnswer =
  | { readonly took: true; readonly json: unknown }
  | { readonly took: false; readonly refusal: Refusal };

/**
 * One call under the keys that count now.
 * @throws {NotSetUpError} while nobody has set the keys, and when RazorpayX refuses who we are or
 *   where we call from.
 * @throws {OutcomeUnknownError} when there is no clear answer.
 */
export async function callRazorpayX(to: RazorpayX, call: Call): Promise<RazorpayXAnswer> {
  const { RAZORPAYX_KEY_ID: id, RAZORPAYX_KEY_SECRET: secret } = await ownCredentials(
    "RAZORPAYX_KEY_ID",
    "RAZORPAYX_KEY_SECRET",
  );
  const query = new URLSearchParams(
    Object.entries(call.query ?? {}).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
  );
  const answer = await ask({
    method: call.method,
    url: `${to.baseUrl}${call.path}${call.query ? `?${String(query)}` : ""}`,
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
      ...call.headers,
    },
    ...(call.body && { body: call.body }),
    timeoutMs: call.timeoutMs ?? to.timeoutMs,
  });
  if (answer.status < 300) return { took: true, json: answer.json };
  const refusal = readRefusal(answer);
  if (refusal.of === "us") throw new NotSetUpError(refusal.sentence);
  return { took: false, refusal };
}

/** For calls that RazorpayX has no reason to refuse: whatever it says instead is no clear answer. */
export async function readFromRazorpayX(to: RazorpayX, call: Call): Promise<unknown> {
  const answer = await callRazorpayX(to, call);
  if (answer.took) return answer.json;
  throw new OutcomeUnknownError(answer.refusal.sentence);
}

/**
 * The account from which RazorpayX pays, or the customer identifier of RazorpayX Lite.
 * @throws {NotSetUpError} while nobody has set it.
 */
export async function ownAccount(): Promise<string> {
  return (await ownCredentials("RAZORPAYX_ACCOUNT_NUMBER")).RAZORPAYX_ACCOUNT_NUMBER;
}

async function ownCredentials<N extends CredentialName>(
  ...names: readonly N[]
): Promise<Record<N, string>> {
  try {
    return await readCredentials(...names);
  } catch (error) {
    if (error instanceof MissingCredentialError) throw new NotSetUpError(error.message);
    throw error;
  }
}
