import { limits } from "@rokad/contract/limits";
import { database } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError } from "../../kernel/errors.ts";
import { askPasskey } from "../passkeys/ask-passkey.ts";
import { storedHolder } from "./code-holder.ts";
import type { CodeRequest } from "./code-request.ts";
import { issueCode, type IssuedCode } from "./issue-code.ts";
import { runAfterAnswer } from "./run-after-answer.ts";

/**
 * Issues a code and sends it, or asks for a passkey if the person chose one. A code that could not be sent is withdrawn: it no longer works, the
 * previous code is valid again, and the person can request another at once.
 * @throws the errors of `issueCode` and `send`; 403 `PASSKEY_REQUIRED` and the errors of `askPasskey`.
 */
export async function sendCode(
  request: CodeRequest,
  send: (code: string) => Promise<void>,
): Promise<void> {
  await askForPasskey(request);
  const { id, code } = await issueCode(request);
  try {
    await send(code);
  } catch (error) {
    await withdraw(id, now());
    throw error;
  }
}

/**
 * Issues a code and sends it after the answer, so that neither the time nor the error of a gateway
 * tells whether the number has an account. A code that could not be sent is withdrawn at the next
 * multiple of 5 seconds after its issue, for the same reason.
 * @throws the errors of `issueCode`.
 */
export async function sendCodeAfterAnswer(
  request: CodeRequest,
  send: (issued: IssuedCode) => Promise<void>,
): Promise<void> {
  const issued = await issueCode(request);
  runAfterAnswer("send a sign-in code", async () => {
    try {
      await send(issued);
    } catch (error) {
      await withdraw(issued.id, nextStatusChange(issued.createdAt));
      // An expected failure; the gateway's own reason is already in the log.
      if (!(error instanceof ApiError)) throw error;
    }
  });
}

async function askForPasskey(request: CodeRequest): Promise<void> {
  const { withPasskey, purpose, personId, holder, order, summary } = request;
  if (!withPasskey || purpose === "sign_in" || personId === null) return;
  const boundTo = storedHolder(holder).hash;
  if (boundTo) throw await askPasskey({ purpose, personId, boundTo, order, summary });
}

/** The next moment at which a browser may learn something of its code. */
function nextStatusChange(createdAt: Date): Date {
  const stepMs = limits.otpStatusSeconds * 1000;
  const steps = Math.floor((now().getTime() - createdAt.getTime()) / stepMs) + 1;
  return new Date(createdAt.getTime() + steps * stepMs);
}

/** Keeps a used code: a text with an unclear outcome may have arrived, and its code been used. */
async function withdraw(id: string, at: Date): Promise<void> {
  await database()
    .updateTable("one_time_codes")
    .set({ withdrawn_at: at })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .execute();
}
