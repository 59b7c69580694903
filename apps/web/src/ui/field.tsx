import { CircleAlert } from "lucide-react";
import { createContext, use, useId, type ReactNode } from "react";
import { translateText } from "../answers.ts";
import { cn } from "./class-names.ts";

interface FieldAttributes {
  id: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
  "aria-required"?: true | undefined;
}

const FieldContext = createContext<FieldAttributes | null>(null);

/** Attributes that connect a control with its label, hint and error. */
export function useFieldAttributes(): Partial<FieldAttributes> {
  return use(FieldContext) ?? {};
}

interface FieldProps {
  label: ReactNode;
  /** What to enter; an error replaces it. */
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  /** At the right end of the label's line, such as a character count. */
  aside?: ReactNode;
  className?: string;
  /** One control: TextInput, Textarea, Select or OtpInput. */
  children: ReactNode;
}

export function Field({ label, hint, error, required, aside, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const attributes: FieldAttributes = {
    id,
    "aria-describedby": error || hint ? noteId : undefined,
    "aria-invalid": error ? true : undefined,
    "aria-required": required || undefined,
  };
  return (
    <div className={cn("flex min-w-0 flex-col gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="text-dense font-medium">
          {label}
          {required && (
            <span aria-hidden className="text-bad">
              &thinsp;*
            </span>
          )}
        </label>
        {aside && <span className="text-xs text-muted">{aside}</span>}
      </div>
      <FieldContext value={attributes}>{children}</FieldContext>
      <div aria-live="polite" className="empty:hidden">
        {error ? (
          <p id={noteId} className="flex items-start gap-1.5 text-dense text-bad">
            <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            {translateText(error)}
          </p>
        ) : (
          hint && (
            <p id={noteId} className="text-dense text-muted">
              {hint}
            </p>
          )
        )}
      </div>
    </div>
  );
}
