import { beginPasskeySignIn } from "@rokad/contract/passkeys";
import type { User } from "@rokad/contract/sign-in";
import { messageOf } from "../api/api-error.ts";
import { signInWithAnswer } from "../api/bound-session.ts";
import { send } from "../api/client.ts";
import { answerWithPasskey, PasskeyNotUsedError } from "../api/passkey-browser.ts";
import { startSession } from "../api/session.ts";
import { toast } from "../ui/toast.ts";

/* Loaded when the button is pressed. */

/** Signs in with a passkey that the browser offers. @returns undefined after an error, which it shows. */
export async function signInWithOfferedPasskey(): Promise<User | undefined> {
  try {
    const { data } = await send(beginPasskeySignIn, {});
    const credential = await answerWithPasskey(data.options);
    const session = await signInWithAnswer({ id: data.id, credential });
    startSession(session);
    toast.success("Login successful!");
    return session.user;
  } catch (error) {
    const isUnused = error instanceof PasskeyNotUsedError;
    toast.error(isUnused ? error.message : messageOf(error, "Passkey not verified"));
    return undefined;
  }
}
