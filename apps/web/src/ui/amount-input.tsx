import { useState } from "react";
import { TextInput, type TextInputProps } from "./text-input.tsx";
import { keepAmountCharacters, parseRupees } from "./parse-rupees.ts";

interface AmountInputProps extends Omit<TextInputProps, "value" | "onChange" | "type"> {
  /** Rupees; undefined when empty, NaN when not an amount. */
  value: number | undefined;
  onValueChange: (rupees: number | undefined) => void;
}

/** Rupees as people write them, "1,500.50": typed text is never reformatted. */
export function AmountInput({ value, onValueChange, ...props }: AmountInputProps) {
  const [text, setText] = useState(() => textOf(value));
  // A value set from outside, such as a reset or a saved draft, replaces the text.
  if (!Object.is(parseRupees(text), value) && text !== textOf(value)) setText(textOf(value));
  return (
    <TextInput
      leading="₹"
      inputMode="decimal"
      autoComplete="off"
      placeholder="0.00"
      {...props}
      value={text}
      onChange={(event) => {
        const next = keepAmountCharacters(event.target.value);
        setText(next);
        onValueChange(parseRupees(next));
      }}
    />
  );
}

function textOf(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? "" : String(value);
}
