import { sendStepUpCode } from "@rokad/contract/step-up";
import { ApiError } from "../../api/api-error.ts";
import { send } from "../../api/client.ts";
import type { AskedSignature, Signature } from "../../api/step-up.ts";
import { showOverlay } from "../../ui/overlay.ts";
import { StepUpDialog } from "./step-up-dialog.tsx";

/**
 * Sends the code that signs a request, and asks for it in a dialog above the page.
 * @returns undefined if the person cancels.
 * @throws {ApiError} if no code could be sent.
 */
export async function askSignature(asked: AskedSignature): Promise<Signature | undefined> {
  const waitSeconds = await sendCode(asked.id);
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
