import { listBeneficiaries } from "@rokad/contract/beneficiaries";
import {
  importBeneficiaries,
  previewBeneficiaryImport,
  type BeneficiaryColumnPlaces,
  type ImportedRow,
} from "@rokad/contract/beneficiary-import";
import { limits } from "@rokad/contract/limits";
import { useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { FileDrop } from "../common/files/file-drop.tsx";
import { FileNotes } from "../common/files/file-notes.tsx";
import { readBase64 } from "../common/files/read-base64.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { ImportColumns, lacksColumns, type ImportPreview } from "./import-columns.tsx";
import { ImportedRows } from "./imported-rows.tsx";

interface ChosenFile {
  readonly file_name: string;
  readonly content: string;
}

type Step =
  | { readonly at: "choosing"; readonly reading?: string }
  | { readonly at: "checking"; readonly file: ChosenFile; readonly preview: ImportPreview }
  | { readonly at: "done"; readonly saved: number; readonly rows: readonly ImportedRow[] };

const noResponse = t`We could not reach the server. Try again.`;

interface ImportDialogProps {
  open: boolean;
  onClose: () => void;
  /** After the closing animation: the next file starts afresh. */
  onClosed: () => void;
}

/** From a file to saved beneficiaries: nothing is saved before each row was checked and shown. */
export function ImportDialog({ open, onClose, onClosed }: ImportDialogProps) {
  const [step, setStep] = useState<Step>({ at: "choosing" });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function attempt(work: () => Promise<void>) {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error, noResponse));
      setStep((now) => (now.at === "choosing" ? { at: "choosing" } : now));
    } finally {
      setBusy(false);
    }
  }

  const check = (file: ChosenFile, columns?: BeneficiaryColumnPlaces) =>
    attempt(async () => {
      const body = { ...file, ...(columns && { columns }) };
      const { data: preview } = await send(previewBeneficiaryImport, { body });
      setStep({ at: "checking", file, preview });
    });

  async function choose(file: File) {
    const fault = faultOf(file);
    if (fault) return setProblem(fault);
    setStep({ at: "choosing", reading: file.name });
    const name = file.name.slice(-limits.importedFileNameCharsMax);
    await attempt(async () => {
      const content = await readBase64(file);
      await check({ file_name: name, content });
    });
  }

  const save = ({ file, preview: { columns } }: Extract<Step, { at: "checking" }>) =>
    attempt(async () => {
      const { data } = await send(importBeneficiaries, { body: { ...file, columns } });
      setStep({ at: "done", saved: data.saved, rows: data.rows });
      void refreshApi(listBeneficiaries);
    });

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      outsideCloses={false}
      closable={!busy}
      onClosed={onClosed}
      size="lg"
      title={t`Import beneficiaries`}
      description={t`Name, and account number with IFSC or UPI ID. Kind, contact data, GSTIN, PAN, tags and note if the file has them.`}
    >
      <DialogBody className="grid gap-4" label={t`The file`}>
        {problem && (
          <div role="alert">
            <Notice tone="bad" title={problem} />
          </div>
        )}
        {step.at === "choosing" && (
          <FileDrop
            label={t`File of beneficiaries`}
            title={t`Drop the file here`}
            hint={t`CSV or XLSX, up to 5 MB and 5,000 rows.`}
            reading={step.reading}
            readingTitle={t`Checking each row…`}
            onFile={(file) => void choose(file)}
          />
        )}
        {step.at === "checking" && (
          <>
            {step.preview.template && (
              <p className="text-sm font-medium">{step.preview.template}</p>
            )}
            <FileNotes notes={step.preview.notes} />
            <ImportColumns
              preview={step.preview}
              busy={busy}
              onChange={(columns) => void check(step.file, columns)}
            />
            {step.preview.checked && (
              <>
                <p role="status" className="text-sm font-medium tabular-nums">
                  {summaryOf(step.preview.checked)}
                </p>
                <ImportedRows rows={step.preview.checked.rows} />
              </>
            )}
          </>
        )}
        {step.at === "done" && (
          <>
            <p role="status" className="text-sm font-medium tabular-nums">
              {t`${countOf(step.saved)} saved`}
            </p>
            <ImportedRows rows={step.rows} />
          </>
        )}
      </DialogBody>
      <DialogFooter>
        {step.at === "checking" && (
          <Button variant="secondary" disabled={busy} onClick={() => setStep({ at: "choosing" })}>
            {t`Choose another file`}
          </Button>
        )}
        {step.at === "checking" ? (
          <Button
            busy={busy}
            busyLabel={t`Saving...`}
            disabled={!canSave(step.preview)}
            onClick={() => void save(step)}
          >
            {t`Save ${countOf(step.preview.checked?.saved ?? 0)}`}
          </Button>
        ) : (
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {step.at === "done" ? t`Close` : t`Cancel`}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

function canSave(preview: ImportPreview): boolean {
  return (preview.checked?.saved ?? 0) > 0 && !lacksColumns(preview);
}

const countOf = (count: number) =>
  count === 1 ? t`1 beneficiary` : t`${count.toLocaleString("en-IN")} beneficiaries`;

function summaryOf({ saved, known, wrong }: NonNullable<ImportPreview["checked"]>): string {
  const parts = [
    t`${saved.toLocaleString("en-IN")} to save`,
    known > 0 && t`${known.toLocaleString("en-IN")} saved already`,
    wrong > 0 && t`${wrong.toLocaleString("en-IN")} wrong`,
  ];
  return parts.filter(Boolean).join(" · ");
}

function faultOf(file: File): string | undefined {
  if (file.size === 0) return t`The file is empty.`;
  if (file.size > limits.beneficiaryImportFileBytesMax)
    return t`The file is larger than 5 MB. Split it into several files.`;
  return undefined;
}
