import { listPasskeys } from "@rokad/contract/passkeys";
import { sendStepUpCode } from "@rokad/contract/step-up";
import { ApiError } from "../../api/api-error.ts";
import { send } from "../../api/client.ts";
import { canUsePasskeys } from "../../api/passkey-browser.ts";
import type { AskedSignature, Signature } from "../../api/step-up.ts";
import { showOverlay } from "../../ui/overlay.ts";
import { StepUpDialog } from "./step-up-dialog.tsx";

/**
 * Asks for the signature of a request in a dialog above the page: with the code that it sends, or with
 * the person's choice of a passkey or a code.
 * @returns undefined if the person cancels.
 * @throws {ApiError} if no code could be sent.
 */
export async function askSignature(asked: AskedSignature): Promise<Signature | undefined> {
  const hasPasskey = await canConfirm();
  const waitSeconds = hasPasskey ? null : await sendCode(asked.id);
  const { promise, resolve } = Promise.withResolvers<Signature | undefined>();
  let isEnded = false;
  showOverlay(
    <StepUpDialog
      key={asked.id}
      asked={asked}
      waitSeconds={waitSeconds}
      sendCode={() => sendCode(asked.id)}
      isEnded={() => isEnded}
      onEnd={(signature) => {
        isEnded = true;
        resolve(signature);
      }}
      onClosed={() => showOverlay(null)}
    />,
  );
  return promise;
}

async function canConfirm(): Promise<boolean> {
  if (!canUsePasskeys()) return false;
  // Without an answer the code is sent, as for a person without a passkey.
  const answer = await send(listPasskeys, {}).catch(() => undefined);
  return answer?.data.can_confirm ?? false;
}

/** @returns the seconds until the next code. The code of a moment ago is valid for the same request. */
async function sendCode(id: string): Promise<number> {
  try {
    return (await send(sendStepUpCode, { body: { id } })).data.resend_after_seconds;
  } catch (error) {
    if (error instanceof ApiError && error.code === "OTP_TOO_SOON") {
      return error.retryAfterSeconds ?? 0;
    }
    throw error;
  }
}
