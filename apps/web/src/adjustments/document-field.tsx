import { limits } from "@rokad/contract/limits";
import { Paperclip, X } from "lucide-react";
import { useId, useState } from "react";
import { t } from "../super-admin-language.ts";
import { readBase64 } from "../common/files/read-base64.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { cn } from "../ui/class-names.ts";

interface DocumentFieldProps {
  value: { file_name: string; content: string } | undefined;
  required: boolean;
  onChange: (document: { file_name: string; content: string } | undefined) => void;
  error: string | undefined;
}

/** A PDF or picture as evidence: the bank's letter, or a screenshot of the statement. */
export function DocumentField({ value, required, onChange, error }: DocumentFieldProps) {
  const noteId = useId();
  const [problem, setProblem] = useState<string>();
  const message = problem ?? error;

  async function choose(file: File) {
    setProblem(undefined);
    if (file.size > limits.adjustmentDocumentBytesMax) {
      setProblem(t`The file is larger than 2 MB`);
      return;
    }
    try {
      onChange({
        file_name: file.name.slice(-limits.adjustmentFileNameCharsMax),
        content: await readBase64(file),
      });
    } catch {
      setProblem(t`The file could not be read. Choose it again.`);
    }
  }

  return (
    <div className="grid gap-1.5" role="group" aria-label={t`Document`}>
      <span className="text-dense font-medium">
        {t`Document`}
        {required && (
          <span aria-hidden className="text-bad">
            {"&thinsp;*"}
          </span>
        )}
      </span>
      {value ? (
        <div className="flex items-center justify-between gap-3 rounded-card border border-line bg-sunken px-3 py-2 text-dense">
          <span className="min-w-0 truncate" title={value.file_name}>
            {value.file_name}
          </span>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={t`Remove the document`}
            onClick={() => onChange(undefined)}
          >
            <X />
          </Button>
        </div>
      ) : (
        <label
          className={cn(
            buttonClass({ variant: "secondary" }),
            "relative cursor-pointer justify-self-start has-focus-visible:outline-2 has-focus-visible:outline-brand",
          )}
        >
          <input
            type="file"
            accept="application/pdf,image/png,image/jpeg"
            aria-describedby={noteId}
            aria-invalid={message ? true : undefined}
            className="sr-only"
            onChange={(event) => {
              const file = event.target.files?.[0];
              // Lets the person choose the same file again.
              event.target.value = "";
              if (file) void choose(file);
            }}
          />
          <Paperclip aria-hidden />
          {t`Choose a file`}
        </label>
      )}
      <p
        id={noteId}
        aria-live="polite"
        className={message ? "text-dense text-bad" : "text-dense text-muted"}
      >
        {message ?? t`PDF, PNG or JPEG, up to 2 MB. Stored encrypted.`}
      </p>
    </div>
  );
}
