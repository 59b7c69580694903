import { asciiDigits } from "@rokad/money/ascii-digits";
import type { UseFormRegisterReturn } from "react-hook-form";

/**
 * A registered text field that cleans its text while the user types:
 * `cleanField(register("ifsc_code"), capitalsAndDigits)`. The caret stays in place for edits in the
 * middle. The text is cut to `charsMax` after cleaning, because an input's `maxLength` would count
 * the spaces of a pasted "1234 5678 9" and drop digits.
 */
export function cleanField<Name extends string>(
  field: UseFormRegisterReturn<Name>,
  clean: (text: string) => string,
  charsMax = Number.POSITIVE_INFINITY,
): UseFormRegisterReturn<Name> {
  const cleanAndCut = (text: string) => clean(text).slice(0, charsMax);
  return {
    ...field,
    onChange: (event: { target: HTMLInputElement }) => {
      const input = event.target;
      const text = cleanAndCut(input.value);
      if (text !== input.value) {
        const caret = cleanAndCut(input.value.slice(0, input.selectionStart ?? undefined)).length;
        input.value = text;
        input.setSelectionRange(caret, caret);
      }
      return field.onChange(event);
    },
  };
}

/** Capital letters and digits: IFSC codes and UTR references. */
export function capitalsAndDigits(text: string): string {
  return asciiDigits(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
}

/** Digits of any script, as `0` to `9`. */
export function digitsOnly(text: string): string {
  return asciiDigits(text).replace(/\D/g, "");
}
