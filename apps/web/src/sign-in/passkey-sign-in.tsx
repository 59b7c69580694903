import { beginPasskeySignIn } from "@rokad/contract/passkeys";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { signInWithAnswer } from "../api/bound-session.ts";
import { send } from "../api/client.ts";
import { answerWithPasskey, PasskeyNotUsedError } from "../api/passkey-browser.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";
import { enter } from "./enter.ts";

/** Signs in with a passkey that the browser offers. Loaded after the page, in a space of its height. */
export function PasskeySignIn() {
  const [busy, setBusy] = useState(false);
  const router = useRouter();

  async function signIn() {
    setBusy(true);
    try {
      const { data } = await send(beginPasskeySignIn, {});
      const credential = await answerWithPasskey(data.options);
      enter(await signInWithAnswer({ id: data.id, credential }), router.history);
    } catch (error) {
      const isUnused = error instanceof PasskeyNotUsedError;
      toast.error(isUnused ? error.message : messageOf(error, t`Passkey not verified`));
      setBusy(false);
    }
  }

  return (
    <Button
      variant="secondary"
      size="lg"
      wide
      busy={busy}
      busyLabel={t`Waiting for your passkey...`}
      onClick={() => void signIn()}
    >
      {t`Sign in with a passkey`}
    </Button>
  );
}
