import type { BatchColumns } from "@rokad/contract/batch-columns";
import type { Answer } from "@rokad/contract/call";
import { limits } from "@rokad/contract/limits";
import { createPayoutBatch, previewPayoutBatch } from "@rokad/contract/payout-batches";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { FileDrop } from "../common/files/file-drop.tsx";
import { FileNotes } from "../common/files/file-notes.tsx";
import { readBase64 } from "../common/files/read-base64.ts";
import { paths } from "../paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { rowsText } from "./batch-labels.ts";
import { ChooseColumns, lacksColumns } from "./choose-columns.tsx";
import { refreshBatches } from "./refresh-batches.ts";

interface ChosenFile {
  readonly file_name: string;
  readonly content: string;
}

type Preview = Answer<typeof previewPayoutBatch>["data"];

type Step =
  | { readonly at: "choosing"; readonly reading?: string }
  | { readonly at: "columns"; readonly file: ChosenFile; readonly preview: Preview };

/** A batch of the same file, and whether it ended, so that it may be paid again. */
interface Existing {
  readonly id: string;
  readonly message: string;
  readonly canRepeat: boolean;
}

const noResponse = t`We could not reach the server. Try again.`;

interface NewBatchDialogProps {
  open: boolean;
  onClose: () => void;
  /** After the closing animation: the next file starts afresh. */
  onClosed: () => void;
}

/** From a file or pasted rows to a checked draft: nothing is paid. */
export function NewBatchDialog({ open, onClose, onClosed }: NewBatchDialogProps) {
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ at: "choosing" });
  const [pasted, setPasted] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [existing, setExisting] = useState<Existing>();

  async function attempt(work: () => Promise<void>) {
    setBusy(true);
    setProblem(undefined);
    setExisting(undefined);
    try {
      await work();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : undefined;
      if (error instanceof ApiError && error.code === "BATCH_EXISTS" && fields?.["id"])
        setExisting({
          id: fields["id"],
          message: error.message,
          canRepeat: fields["repeat_of"] !== undefined,
        });
      else setProblem(messageOf(error, noResponse));
      setStep((now) => (now.at === "choosing" ? { at: "choosing" } : now));
    } finally {
      setBusy(false);
    }
  }

  const preview = (file: ChosenFile) =>
    attempt(async () => {
      const { data } = await send(previewPayoutBatch, { body: file });
      setStep({ at: "columns", file, preview: data });
    });

  function choose(file: File) {
    const fault = faultOf(file);
    if (fault) return setProblem(fault);
    setStep({ at: "choosing", reading: file.name });
    const name = file.name.slice(-limits.importedFileNameCharsMax);
    void readBase64(file)
      .then((content) => preview({ file_name: name, content }))
      .catch(() => {
        setStep({ at: "choosing" });
        setProblem(t`The file could not be read. Choose it again.`);
      });
  }

  const paste = () =>
    choose(new File([pasted], "Pasted rows.tsv", { type: "text/tab-separated-values" }));

  const create = (file: ChosenFile, columns: BatchColumns, repeatOf?: string) =>
    attempt(async () => {
      const body = { ...file, columns, ...(repeatOf !== undefined && { repeat_of: repeatOf }) };
      const { data } = await sendIdempotent(createPayoutBatch, { body });
      void refreshBatches();
      onClose();
      await navigate({
        to: paths.bulkPayout,
        params: { id: data.id },
        search: { view: (data.check?.wrong ?? 0) > 0 ? "wrong" : undefined },
      });
    });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      outsideCloses={false}
      closable={!busy}
      onClosed={onClosed}
      size="lg"
      title={t`New batch of payouts`}
      description={t`Name, amount, and account number with IFSC or UPI ID. A row with only the name of a saved beneficiary pays that beneficiary.`}
    >
      <DialogBody className="grid gap-4" label={t`The file`}>
        {problem && (
          <div role="alert">
            <Notice tone="bad" title={problem} />
          </div>
        )}
        {existing && (
          <div role="alert">
            <Notice
              tone="warn"
              title={existing.message}
              action={
                <Link
                  to={paths.bulkPayout}
                  params={{ id: existing.id }}
                  className={buttonClass({ variant: "secondary", size: "sm" })}
                >
                  {t`Open that batch`}
                </Link>
              }
            />
          </div>
        )}
        {step.at === "choosing" && (
          <>
            <FileDrop
              label={t`File of payouts`}
              title={t`Drop the file here`}
              hint={t`CSV or XLSX, up to 20 MB and 50,000 rows.`}
              reading={step.reading}
              readingTitle={t`Reading the file…`}
              onFile={choose}
            />
            <Field label={t`Or paste rows from a spreadsheet`} hint={t`With the header row.`}>
              <Textarea
                rows={4}
                value={pasted}
                spellCheck={false}
                placeholder={t`Name	Account number	IFSC	Amount`}
                onChange={(event) => setPasted(event.target.value)}
              />
            </Field>
          </>
        )}
        {step.at === "columns" && (
          <>
            <p role="status" className="text-sm font-medium tabular-nums">
              {step.file.file_name}: {rowsText(step.preview.row_count)}
              {step.preview.template && `, ${step.preview.template}`}
            </p>
            <FileNotes notes={step.preview.notes} />
            <ChooseColumns
              preview={step.preview}
              busy={busy}
              onChange={(columns, unclear) =>
                setStep({ ...step, preview: { ...step.preview, columns, unclear } })
              }
            />
          </>
        )}
      </DialogBody>
      <DialogFooter>
        {step.at === "columns" ? (
          <>
            <Button variant="secondary" disabled={busy} onClick={() => setStep({ at: "choosing" })}>
              {t`Choose another file`}
            </Button>
            {existing?.canRepeat ? (
              <Button
                busy={busy}
                busyLabel={t`Checking...`}
                onClick={() => void create(step.file, step.preview.columns, existing.id)}
              >
                {t`Check it to pay it again`}
              </Button>
            ) : (
              <Button
                busy={busy}
                busyLabel={t`Checking...`}
                disabled={lacksColumns(step.preview)}
                onClick={() => void create(step.file, step.preview.columns)}
              >
                {t`Check ${rowsText(step.preview.row_count)}`}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button variant="secondary" disabled={busy} onClick={onClose}>
              {t`Cancel`}
            </Button>
            <Button busy={busy} busyLabel={t`Reading...`} disabled={!pasted.trim()} onClick={paste}>
              {t`Read pasted rows`}
            </Button>
          </>
        )}
      </DialogFooter>
    </Dialog>
  );
}

function faultOf(file: File): string | undefined {
  if (file.size === 0) return t`The file is empty.`;
  if (file.size > limits.batchFileBytesMax)
    return t`The file is larger than 20 MB. Split it into several files.`;
  return undefined;
}
