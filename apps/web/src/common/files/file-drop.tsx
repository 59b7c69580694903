import { FileUp } from "lucide-react";
import { useState, type DragEvent } from "react";
import { t } from "../../language.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { cn } from "../../ui/class-names.ts";
import { Spinner } from "../../ui/spinner.tsx";

interface FileDropProps {
  /** The name of the area. */
  label: string;
  title: string;
  /** Which files it takes. */
  hint: string;
  /** The name of the file that is being read. */
  reading: string | undefined;
  readingTitle: string;
  onFile: (file: File) => void;
}

/** A drop area for a table, with a button that opens the file picker. */
export function FileDrop(props: FileDropProps) {
  const { label, title, hint, reading, readingTitle, onFile } = props;
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !reading) onFile(file);
  }

  return (
    <Card
      aria-label={label}
      aria-busy={reading !== undefined || undefined}
      className={cn(
        "flex flex-col items-center border-dashed px-6 py-12 text-center",
        isOver && "outline-2 outline-brand",
      )}
      onDragOver={(event) => {
        // Otherwise the browser opens the file.
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span
        aria-hidden
        className="mb-4 flex size-11 items-center justify-center rounded-full border border-line bg-sunken text-muted [&_svg]:size-5"
      >
        {reading ? <Spinner /> : <FileUp />}
      </span>
      <p className="text-[15px] font-semibold" aria-live="polite">
        {reading ? readingTitle : title}
      </p>
      <p className="mt-1 max-w-md text-sm text-pretty text-muted">{reading ?? hint}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <FileButton disabled={reading !== undefined} onFile={onFile}>
          {t`Choose a file`}
        </FileButton>
      </div>
    </Card>
  );
}

interface FileButtonProps {
  children: string;
  disabled?: boolean;
  variant?: "primary" | "secondary";
  onFile: (file: File) => void;
}

/** The browser's file field, styled as a button. */
export function FileButton({ children, disabled, variant = "primary", onFile }: FileButtonProps) {
  return (
    <label
      className={cn(
        buttonClass({ variant }),
        "relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-brand",
      )}
    >
      <input
        type="file"
        accept=".csv,.txt,.tsv,.xls,.xlsx,text/csv"
        disabled={disabled}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Lets the person choose the same file again.
          event.target.value = "";
          if (file) onFile(file);
        }}
      />
      {children}
    </label>
  );
}
