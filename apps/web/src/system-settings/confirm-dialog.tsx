import { guardedKeys } from "@rokad/contract/guarded-settings";
import { settingNames } from "@rokad/contract/setting-rules";
import { useState } from "react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { hoursText, type ChangeEffect } from "../common/proposals/change-effect.ts";
import { ProposeForm } from "../common/proposals/propose-form.tsx";
import { ValueChange } from "../common/proposals/value-change.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import { asSent, type SeenChange } from "./changes.ts";
import { effectsOf, type Values } from "./effects.ts";
import { PasskeyHostNotice } from "./passkey-host-notice.tsx";
import { describeSetting } from "./setting-text.ts";
import type { useSettings } from "./use-settings.ts";

interface ConfirmDialogProps {
  open: boolean;
  changes: readonly SeenChange[];
  /** All settings as they were when the person saw the changes. */
  before: Values;
  effect: ChangeEffect;
  save: ReturnType<typeof useSettings>["save"];
  onSaved: () => void;
  /** Another super admin changed or proposed something first; the shown values are old. */
  onConflict: (message: string) => void;
  onClose: () => void;
}

/** Shows each change with its old and new value and its effect. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, changes, before, effect, save, onSaved, onClose } = props;
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<{ title: string; text: string }>();
  const after = Object.fromEntries(changes.map((change) => [change.key, change.after]));
  const [only] = changes;
  const guarded = changes.filter(({ key }) => guardedKeys.has(key));

  /** A conflict closes the dialog: its values are old. */
  function showConflict(error: unknown): boolean {
    if (!(error instanceof ApiError) || !conflicts.has(error.code)) return false;
    props.onConflict(error.message);
    return true;
  }

  async function submit(reason?: string): Promise<void> {
    setSaving(true);
    setProblem(undefined);
    try {
      toast.success(await save(changes.map(asSent), reason));
      onSaved();
    } catch (error) {
      if (!showConflict(error)) setProblem(describeError(error));
    } finally {
      setSaving(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      closable={!saving}
      outsideCloses={false}
      title={
        changes.length === 1 && only
          ? t`Change “${translateText(settingNames[only.key])}”?`
          : t`Change ${changes.length} settings?`
      }
      description={describeEffect(changes.length - guarded.length, guarded.length, effect)}
    >
      <DialogBody className="grid gap-4">
        <ul className="grid gap-3">
          {changes.map(({ key, before: from, after: to, toDefault }) => (
            <ValueChange
              key={key}
              name={translateText(settingNames[key])}
              before={describeSetting(key, from)}
              after={`${describeSetting(key, to)}${toDefault ? t` (the default)` : ""}`}
            />
          ))}
        </ul>
        {effectsOf(before, after).map((sentence) => (
          <Notice key={sentence}>{sentence}</Notice>
        ))}
        {"passkey_host" in after && <PasskeyHostNotice nextHost={after["passkey_host"]} />}
        {guarded.length > 0 && <ProposeForm effect={effect} onPropose={submit} />}
        {problem && (
          <Notice tone="warn" title={problem.title}>
            {problem.text}
          </Notice>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose} disabled={saving}>
          {t`Cancel`}
        </Button>
        {guarded.length === 0 && (
          <Button onClick={() => void submit()} busy={saving} busyLabel={t`Saving...`}>
            {changes.length === 1 ? t`Save the change` : t`Save ${changes.length} changes`}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

const conflicts: ReadonlySet<string> = new Set(["SETTING_CHANGED", "PROPOSAL_WAITING"]);

/** When the changes take effect; some may need no second person. */
function describeEffect(freeCount: number, guardedCount: number, effect: ChangeEffect): string {
  if (guardedCount === 0 || effect.how === "at_once")
    return t`Takes effect immediately for everyone.`;
  const isTimed = effect.how === "waiting_time";
  if (freeCount === 0)
    return isTimed
      ? t`Takes effect ${hoursText(effect)} after you sign.`
      : t`Takes effect when another super admin confirms it.`;
  const wait = isTimed
    ? t`take effect after ${hoursText(effect)}`
    : t`wait for another super admin`;
  return t`Changes of fees, limits, accounts and providers ${wait}. The rest takes effect immediately.`;
}

function describeError(error: unknown): { title: string; text: string } {
  if (error instanceof ApiError && error.status < 500)
    return { title: t`Nothing was saved.`, text: messageOf(error) };
  return {
    title: t`The change may not be saved.`,
    text:
      error instanceof ApiError
        ? messageOf(error)
        : t`No response yet. Check your connection and try again. Nothing is saved twice.`,
  };
}
