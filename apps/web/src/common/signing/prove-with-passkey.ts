import { confirmWithPasskey } from "@rokad/contract/passkeys";
import { messageOf, type AskedPasskey } from "../../api/api-error.ts";
import { send } from "../../api/client.ts";
import { answerWithPasskey, PasskeyNotUsedError } from "../../api/passkey-browser.ts";

/**
 * Shows the browser's dialog, and exchanges its answer for a proof.
 * @throws {PasskeyNotUsedError}; the errors of `send`.
 */
export async function proofFor({ id, options }: AskedPasskey): Promise<string> {
  const credential = await answerWithPasskey(options);
  const { data } = await send(confirmWithPasskey, { body: { id, credential } });
  return data.proof;
}

export function describePasskeyError(error: unknown): string {
  return error instanceof PasskeyNotUsedError ? error.message : messageOf(error);
}
