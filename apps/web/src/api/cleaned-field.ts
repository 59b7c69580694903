import type { UseFormRegisterReturn } from "react-hook-form";

/**
 * A registered text field that tidies while one types: `cleaned(register("ifsc_code"), capitals)`.
 * The caret stays where it was, so a letter can be mended in the middle. It is cut to `charsMax`
 * after the tidying: an input's own `maxLength` would count the spaces of a pasted "1234 5678 9"
 * and cut digits off instead.
 */
export function cleaned<Name extends string>(
  field: UseFormRegisterReturn<Name>,
  tidy: (text: string) => string,
  charsMax = Number.POSITIVE_INFINITY,
): UseFormRegisterReturn<Name> {
  const clean = (text: string) => tidy(text).slice(0, charsMax);
  return {
    ...field,
    onChange: (event: { target: HTMLInputElement }) => {
      const input = event.target;
      const text = clean(input.value);
      if (text !== input.value) {
        const caret = clean(input.value.slice(0, input.selectionStart ?? undefined)).length;
        input.value = text;
        input.setSelectionRange(caret, caret);
      }
      return field.onChange(event);
    },
  };
}

/** Capital letters and digits: IFSC codes and UTR references. */
export function capitals(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

export function digitsOnly(text: string): string {
  return text.replace(/\D/g, "");
}
