import { batchFieldTitles, type BatchField } from "@rokad/contract/batch-columns";
import type { BatchRow, PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { payoutFieldChoices } from "@rokad/contract/payout-fields";
import { useState } from "react";
import { translateText } from "../answers.ts";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";
import { correctedFields } from "./batch-labels.ts";
import { refreshBatches } from "./refresh-batches.ts";
import { cellsToSave } from "./row-cells.ts";
import { saveRows } from "./save-rows.ts";

interface CorrectDialogProps {
  batch: PayoutBatchDetail;
  row: BatchRow;
  /** Of the batch when it had this row. */
  revision: number;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

const none = "none";
const purposes = [
  { value: none, label: t`None` },
  ...Object.entries(payoutFieldChoices("purpose") ?? {}).map(([value, label]) => ({
    value,
    label: translateText(label),
  })),
];

/** Replaces the cells of a row; the server checks the row again, and the file stays as it is. */
export function CorrectDialog(props: CorrectDialogProps) {
  const { batch, row, open, onClose, onClosed } = props;
  const [checked, setChecked] = useState(row);
  const [fields, setFields] = useState(row.fields);
  const [revision, setRevision] = useState(props.revision);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const put = (field: BatchField, value: string) =>
    setFields((now) => ({ ...now, [field]: value }));

  // Only a row that repeats an unclear payout needs a reason.
  const needsReason = checked.problem_fields.includes("repeat_reason") || fields.repeat_reason;
  const shown = correctedFields.filter((field) => field !== "repeat_reason" || needsReason);

  async function save() {
    setBusy(true);
    setProblem(undefined);
    try {
      const saved = await saveRows(batch.id, {
        revision,
        changes: [{ number: row.number, fields: cellsToSave(checked, fields) }],
        seen: new Map([[row.number, checked]]),
      });
      const [after] = saved.rows;
      setRevision(saved.revision);
      if (after && after.problem !== null) {
        setChecked(after);
        setFields(after.fields);
        return;
      }
      toast.success(t`Row saved`);
      onClose();
    } catch (error) {
      setProblem(messageOf(error, t`We could not reach the server. Try again.`));
    } finally {
      setBusy(false);
      await refreshBatches();
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      outsideCloses={false}
      closable={!busy}
      title={t`Edit line ${row.number}`}
      description={t`Your file stays as it is. Download the corrected file from the batch.`}
    >
      <form
        className="contents"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <DialogBody className="grid gap-4" label={t`The row`}>
          {(problem ?? checked.problem) && (
            <div role="alert">
              <Notice tone="bad" title={problem ?? checked.problem} />
            </div>
          )}
          <fieldset disabled={busy} className="grid items-start gap-4 sm:grid-cols-2">
            <legend className="sr-only">{t`Cells of the row`}</legend>
            {shown.map((field) => (
              <Field
                key={field}
                label={batchFieldTitles[field]}
                error={checked.problem_fields.includes(field) ? t`Check this` : undefined}
              >
                {field === "purpose" ? (
                  <Select
                    options={purposes}
                    value={purposes.find(({ value }) => value === fields.purpose)?.value ?? none}
                    onValueChange={(value) => put(field, value === none ? "" : value)}
                  />
                ) : (
                  <TextInput
                    value={fields[field] ?? ""}
                    autoComplete="off"
                    spellCheck={false}
                    onChange={(event) => put(field, event.target.value)}
                  />
                )}
              </Field>
            ))}
          </fieldset>
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" busy={busy} busyLabel={t`Checking...`}>
            {t`Check and save`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
