import { useState } from "react";
import { TextInput, type TextInputProps } from "./text-input.tsx";
import { amountCharacters, typedRupees } from "./typed-rupees.ts";

interface AmountInputProps extends Omit<TextInputProps, "value" | "onChange" | "type"> {
  /** Rupees; undefined for none, NaN for what is no amount. */
  value: number | undefined;
  onValueChange: (rupees: number | undefined) => void;
}

/** Rupees as a person writes them, "1,500.50": what was typed stays as typed. */
export function AmountInput({ value, onValueChange, ...props }: AmountInputProps) {
  const [text, setText] = useState(() => textOf(value));
  // A value from elsewhere, such as a reset or a kept draft, takes the text's place.
  if (!Object.is(typedRupees(text), value) && text !== textOf(value)) setText(textOf(value));
  return (
    <TextInput
      leading="₹"
      inputMode="decimal"
      autoComplete="off"
      placeholder="0.00"
      {...props}
      value={text}
      onChange={(event) => {
        const next = amountCharacters(event.target.value);
        setText(next);
        onValueChange(typedRupees(next));
      }}
    />
  );
}

function textOf(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? "" : String(value);
}
