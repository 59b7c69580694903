import { sendSettingsCode } from "@rokad/contract/settings";
import { send } from "../api/client.ts";
import type { ChangeEffect } from "../common/proposals/change-effect.ts";
import { SignForm } from "../common/proposals/sign-form.tsx";
import { toast } from "../ui/toast.ts";
import { asSent, type SeenChange } from "./changes.ts";
import type { useSettings } from "./use-settings.ts";

interface SignedSaveProps {
  changes: readonly SeenChange[];
  effect: ChangeEffect;
  save: ReturnType<typeof useSettings>["save"];
  onSaved: () => void;
  /** @returns true for an error that the page shows; then the dialog closes. */
  onError: (error: unknown) => boolean;
}

/** Signs changes of settings that guard money. */
export function SignedSave({ changes, effect, save, onSaved, onError }: SignedSaveProps) {
  const sent = changes.map(asSent);

  return (
    <SignForm
      effect={effect}
      requestCode={async (reason) => {
        try {
          return await send(sendSettingsCode, { body: { changes: sent, reason } });
        } catch (error) {
          if (onError(error)) return undefined;
          throw error;
        }
      }}
      onSign={async (signed) => {
        try {
          toast.success(await save(sent, signed));
          onSaved();
        } catch (error) {
          if (!onError(error)) throw error;
        }
      }}
    />
  );
}
