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
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi } from "../api/use-api.ts";
import { readBase64 } from "./read-base64.ts";

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
 * A file's way from the drop to its import. A bank whose columns are remembered is imported
 * without a question.
 * @param onImported gets the id of the import.
 */
export function useStatementFile(onImported: (id: string) => void) {
  const [step, setStep] = useState<Step>({ at: "choosing" });
  // Kept after the import, so that it can be read with other columns.
  const [last, setLast] = useState<StatementFile>();

  async function choose(file: File): Promise<void> {
    const wrong = problemOf(file);
    if (wrong) return setStep({ at: "choosing", problem: wrong });
    setStep({ at: "reading", name: file.name });
    const name = file.name.slice(-limits.statementFileNameCharsMax);
    try {
      const content = await readBase64(file);
      const body = { file_name: name, content };
      const { data: preview } = await send(previewStatement, { body });
      const read = { name, content, preview };
      const isKnown =
        preview.remembered && Object.keys(missingColumns(preview.columns)).length === 0;
      if (isKnown) await keep(read, preview.columns);
      else setStep({ at: "columns", file: read });
    } catch (error) {
      setStep({ at: "choosing", problem: messageOf(error, unheard) });
    }
  }

  async function keep(file: StatementFile, columns: ColumnPlaces): Promise<void> {
    setStep({ at: "importing", file });
    try {
      const body = { file_name: file.name, content: file.content, columns };
      const { data } = await sendIdempotent(importStatement, { body });
      setLast({ ...file, preview: { ...file.preview, columns } });
      setStep({ at: "choosing" });
      void refreshApi(listStatementImports);
      onImported(data.id);
    } catch (error) {
      setStep({ at: "columns", file, problem: messageOf(error, unheard) });
    }
  }

  return {
    step,
    choose,
    keep,
    back: () => setStep({ at: "choosing" }),
    /** To the columns of the file that was imported just now; undefined after a reload. */
    otherColumns: last && (() => setStep({ at: "columns", file: last })),
  };
}

const unheard = "We have not heard back. Check your connection and try again.";

function problemOf(file: File): string | undefined {
  if (file.size === 0) return "The file is empty.";
  if (file.size > limits.statementFileBytesMax) {
    return "The file is larger than 10 MB. Import a shorter period.";
  }
  return undefined;
}
