import { settingNames } from "@rokad/contract/setting-rules";
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { ApiError, messageOf } from "../api/api-error.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import { asSent, type SeenChange } from "./changes.ts";
import { effectsOf, type Values } from "./effects.ts";
import { describeSetting } from "./setting-text.ts";
import type { useSettings } from "./use-settings.ts";

interface ConfirmDialogProps {
  open: boolean;
  changes: readonly SeenChange[];
  /** All settings as they were when the person saw the changes. */
  before: Values;
  save: ReturnType<typeof useSettings>["save"];
  onSaved: () => void;
  /** Another super admin changed a setting first; the shown values are old. */
  onConflict: (message: string) => void;
  onClose: () => void;
}

/** Shows each change with its old and new value and its effect. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, changes, before, save, onSaved, onConflict, onClose } = props;
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const after = Object.fromEntries(changes.map((change) => [change.key, change.after]));
  const [only] = changes;

  async function submit(): Promise<void> {
    setSaving(true);
    setProblem(undefined);
    try {
      toast.success(await save(changes.map(asSent)));
      onSaved();
    } catch (error) {
      if (error instanceof ApiError && error.code === "SETTING_CHANGED") onConflict(error.message);
      else setProblem(describeError(error));
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
          ? `Change “${settingNames[only.key]}”?`
          : `Change ${changes.length} settings?`
      }
      description="Takes effect immediately for everyone."
    >
      <DialogBody className="grid gap-4">
        <ul className="grid gap-3">
          {changes.map((change) => (
            <Change key={change.key} change={change} />
          ))}
        </ul>
        {effectsOf(before, after).map((sentence) => (
          <Notice key={sentence}>{sentence}</Notice>
        ))}
        {problem && (
          <Notice tone="warn" title="The change may not be saved.">
            {problem}
          </Notice>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose} disabled={saving}>
          Cancel
        </Button>
        <Button onClick={() => void submit()} busy={saving} busyLabel="Saving...">
          {changes.length === 1 ? "Save the change" : `Save ${changes.length} changes`}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Change({ change }: { change: SeenChange }) {
  const { key, before, after, toDefault } = change;
  return (
    <li className="rounded-card border border-line bg-sunken/60 px-4 py-3 text-sm">
      <p className="text-dense text-muted">{settingNames[key]}</p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 tabular-nums">
        <span className="min-w-0 break-words text-muted">
          <span className="sr-only">From </span>
          {describeSetting(key, before)}
        </span>
        <ArrowRight aria-hidden className="size-3.5 shrink-0 text-muted" />
        <span className="min-w-0 font-medium break-words">
          <span className="sr-only">To </span>
          {describeSetting(key, after)}
          {toDefault && " (the default)"}
        </span>
      </p>
    </li>
  );
}

function describeError(error: unknown): string {
  if (error instanceof ApiError) return messageOf(error);
  return "No response yet. Check your connection and try again. Nothing is saved twice.";
}
