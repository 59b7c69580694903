import type { ReactNode } from "react";
import { useController, type Control } from "react-hook-form";
import { Field } from "../ui/field.tsx";
import { TextInput, type TextInputProps } from "../ui/text-input.tsx";
import { Textarea } from "../ui/textarea.tsx";

interface PlainFieldProps extends Pick<TextInputProps, "inputMode" | "leading" | "placeholder"> {
  control: Control;
  name: string;
  label: string;
  required?: boolean;
  hint?: ReactNode;
  isWide?: boolean;
  /** Several lines. */
  rows?: number;
  /** Cleans the text while it is typed. */
  clean?: (text: string) => string;
}

/** A text of a form, with its label and error. */
export function PlainField(props: PlainFieldProps) {
  const { control, name, label, hint, rows, isWide, required = false, clean, ...input } = props;
  const { field, fieldState } = useController({ control, name });
  const common = {
    name,
    ref: field.ref,
    value: String(field.value ?? ""),
    onBlur: field.onBlur,
    autoComplete: "off",
  };
  return (
    <Field
      label={label}
      required={required}
      error={fieldState.error?.message}
      hint={hint}
      {...(isWide && { className: "sm:col-span-2" })}
    >
      {rows === undefined ? (
        <TextInput
          {...common}
          {...input}
          spellCheck={false}
          onChange={(event) =>
            field.onChange(clean ? clean(event.target.value) : event.target.value)
          }
        />
      ) : (
        <Textarea {...common} rows={rows} onChange={field.onChange} />
      )}
    </Field>
  );
}
