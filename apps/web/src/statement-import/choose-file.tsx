import type { OwnAccount } from "@rokad/contract/receiving-accounts";
import { FileUp } from "lucide-react";
import { useState, type DragEvent } from "react";
import { nameOfAccount } from "../common/bank-details/name-of-account.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card, CardBody } from "../ui/card.tsx";
import { cn } from "../ui/class-names.ts";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { Spinner } from "../ui/spinner.tsx";

interface ChooseFileProps {
  /** The receiving accounts, of which one is that of the statement. */
  accounts: readonly OwnAccount[];
  account: OwnAccount | undefined;
  onAccount: (id: string) => void;
  /** The name of the file that is being read. */
  reading: string | undefined;
  problem: string | undefined;
  onFile: (file: File) => void;
}

/** A drop area for the file, with a button that opens the file picker. */
export function ChooseFile(props: ChooseFileProps) {
  const { accounts, account, onAccount, reading, problem, onFile } = props;
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !reading) onFile(file);
  }

  return (
    <>
      {problem && (
        <div role="alert">
          <Notice tone="bad" title="This file can't be imported">
            {problem}
          </Notice>
        </div>
      )}
      {accounts.length > 1 && (
        <Card>
          <CardBody>
            <Field
              label="Receiving account"
              required
              hint="The account of the statement, active or not"
              className="md:w-110"
            >
              <Select
                options={accounts.map((one) => ({
                  value: one.id,
                  label: nameOfAccount(one),
                  ...(!one.is_active && { hint: "inactive" }),
                }))}
                value={account?.id ?? null}
                onValueChange={onAccount}
                disabled={reading !== undefined}
              />
            </Field>
          </CardBody>
        </Card>
      )}
      <Card
        aria-label="Statement file"
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
          {reading ? "Reading the statement…" : "Drop the bank statement here"}
        </p>
        <p className="mt-1 max-w-md text-sm text-pretty text-muted">
          {reading ?? "CSV or XLSX from the bank, up to 10 MB and 50,000 lines."}
        </p>
        <div className="mt-5 flex flex-wrap justify-center gap-2">
          <FileButton disabled={reading !== undefined} onFile={onFile}>
            Choose a file
          </FileButton>
        </div>
      </Card>
    </>
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
