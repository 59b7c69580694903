import type { Answer } from "@rokad/contract/call";
import { limits } from "@rokad/contract/limits";
import {
  importStatement,
  listStatementImports,
  missingColumns,
  previewStatement,
  type ColumnPlaces,
} from "@rokad/contract/statement-import";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi } from "../api/use-api.ts";
import { readBase64 } from "../common/files/read-base64.ts";

export type Preview = Answer<typeof previewStatement>["data"];

interface StatementFile {
  readonly name: string;
  readonly content: string;
  readonly preview: Preview;
}

type Step =
  | { readonly at: "choosing"; readonly problem?: string }
  | { readonly at: "reading"; readonly name: string }
  | { readonly at: "columns"; readonly file: StatementFile; readonly problem?: string }
  | { readonly at: "importing"; readonly file: StatementFile };

/**
 * The steps from a chosen file to its import. The column step is skipped for a bank with saved
 * columns if the file names its account and hides nothing.
 * @param accountId the receiving account of the statement; undefined if there is none to choose.
 * @param onImported gets the import's id.
 */
export function useStatementFile(accountId: string | undefined, onImported: (id: string) => void) {
  const [step, setStep] = useState<Step>({ at: "choosing" });
  // Kept after the import for another import with different columns.
  const [last, setLast] = useState<StatementFile>();

  async function choose(file: File): Promise<void> {
    const problem = problemOf(file);
    if (problem) return setStep({ at: "choosing", problem });
    setStep({ at: "reading", name: file.name });
    const name = file.name.slice(-limits.importedFileNameCharsMax);
    try {
      const content = await readBase64(file);
      const body = { file_name: name, content, receiving_account_id: accountId };
      const { data: preview } = await send(previewStatement, { body });
      const read = { name, content, preview };
      // Only a person knows whose statement a file without an account number is.
      const isKnown =
        preview.remembered &&
        !needsAccountCheck(preview) &&
        preview.notes.length === 0 &&
        Object.keys(missingColumns(preview.columns)).length === 0;
      if (isKnown) await importFile(read, preview.columns);
      else setStep({ at: "columns", file: read });
    } catch (error) {
      setStep({ at: "choosing", problem: messageOf(error, noResponse) });
    }
  }

  async function importFile(file: StatementFile, columns: ColumnPlaces): Promise<void> {
    setStep({ at: "importing", file });
    try {
      const account = file.preview.receiving_account_id ?? undefined;
      const body = {
        file_name: file.name,
        content: file.content,
        columns,
        receiving_account_id: account,
      };
      const { data } = await sendIdempotent(importStatement, { body });
      setLast({ ...file, preview: { ...file.preview, columns } });
      setStep({ at: "choosing" });
      void refreshApi(listStatementImports);
      onImported(data.id);
    } catch (error) {
      setStep({ at: "columns", file, problem: messageOf(error, noResponse) });
    }
  }

  return {
    step,
    choose,
    importFile,
    back: () => setStep({ at: "choosing" }),
    /** Opens the columns of the last imported file; undefined after a reload. */
    changeColumns: last && (() => setStep({ at: "columns", file: last })),
  };
}

/** Whether the file does not say that it is the statement of the chosen account. */
export function needsAccountCheck(preview: Preview): boolean {
  return preview.receiving_account_id !== null && !preview.names_account;
}

const noResponse = t`No response yet. Check your connection and try again.`;

function problemOf(file: File): string | undefined {
  if (file.size === 0) return t`The file is empty.`;
  if (file.size > limits.statementFileBytesMax) {
    return t`The file is larger than 10 MB. Import a shorter period.`;
  }
  return undefined;
}
