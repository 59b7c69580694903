import type { UseFormRegisterReturn } from "react-hook-form";

/**
 * A registered text field that tidies while one types: `cleaned(register("ifsc_code"), upperCase)`.
 * The caret stays where it was, so a letter can be mended in the middle.
 */
export function cleaned<Name extends string>(
  field: UseFormRegisterReturn<Name>,
  clean: (text: string) => string,
): UseFormRegisterReturn<Name> {
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
