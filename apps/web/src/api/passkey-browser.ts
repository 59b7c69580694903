import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { t } from "../language.ts";

/* Loads the library at the first use of a passkey, so that no page waits for it. */

/** The browser's dialog was closed, or it has no passkey to offer. `message` is for the person. */
export class PasskeyNotUsedError extends Error {
  override name = "PasskeyNotUsedError";
}

/** Whether this browser can use passkeys at this address. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && isSecureContext;
}

/** Shows the browser's dialog for a passkey. @throws {PasskeyNotUsedError} */
export async function answerWithPasskey(options: object) {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  // The server's answer has the shape that WebAuthn defines.
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).catch(notUsed);
}

/** Shows the browser's dialog that creates a passkey. @throws {PasskeyNotUsedError} */
export async function createPasskey(options: object) {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).catch(notUsed);
}

function notUsed(error: unknown): never {
  const name = error instanceof Error ? error.name : "";
  throw new PasskeyNotUsedError(messages[name] ?? t`Your browser could not use a passkey.`, {
    cause: error,
  });
}

const messages: Readonly<Record<string, string>> = {
  NotAllowedError: t`No passkey was used. Try again, or use an OTP.`,
  AbortError: t`No passkey was used. Try again, or use an OTP.`,
  InvalidStateError: t`This device already has a passkey for your account.`,
  SecurityError: t`Passkeys don't work at this address.`,
};
