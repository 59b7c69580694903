import { beginPasskeySignIn } from "@rokad/contract/passkeys";
import { messageOf } from "../api/api-error.ts";
import { signInWithAnswer } from "../api/bound-session.ts";
import { send } from "../api/client.ts";
import { takeDestination } from "../api/destination.ts";
import { answerWithPasskey, PasskeyNotUsedError } from "../api/passkey-browser.ts";
import { startSession } from "../api/session.ts";
import { paths } from "../paths.ts";
import { toast } from "../ui/toast.ts";

/* Loaded when the button is pressed. */

interface Router {
  readonly history: { readonly replace: (path: string) => void };
}

/** Signs in with a passkey that the browser offers, and opens the console. An error is shown. */
export async function signInWithOfferedPasskey(router: Router): Promise<void> {
  try {
    const { data } = await send(beginPasskeySignIn, {});
    const credential = await answerWithPasskey(data.options);
    const session = await signInWithAnswer({ id: data.id, credential });
    startSession(session);
    toast.success("Login successful!");
    router.history.replace(takeDestination(paths.dashboard, session.user.id));
  } catch (error) {
    const isUnused = error instanceof PasskeyNotUsedError;
    toast.error(isUnused ? error.message : messageOf(error, "Passkey not verified"));
  }
}
