import { issueToken } from "../src/identity/signatures/verify-step-up.ts";

/**
 * Signs what a 403 `STEP_UP_REQUIRED` asks for, without a text: tests about other subjects count
 * texts, stop gateways and move the clock.
 * @returns the value of the header `Step-Up`; undefined if the answer asks for no signature.
 */
export async function signRequest(answer: string): Promise<string | undefined> {
  if (!answer.includes('"STEP_UP_REQUIRED"')) return undefined;
  // The API's description contains the code too.
  const { error } = JSON.parse(answer) as { error?: { step_up: { id: string } } };
  return error && (await issueToken(error.step_up.id)).token;
}
