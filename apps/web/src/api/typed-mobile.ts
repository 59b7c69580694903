const mobileDigits = 10;

/**
 * The ten digits of an Indian mobile number in what was typed, pasted or filled in: "98765 43210",
 * "+91 98765-43210", "098765 43210". What is not a digit goes; more than ten are cut off.
 */
export function mobileIn(text: string): string {
  const digits = text.replace(/\D/g, "");
  // The country's code is taken off whole numbers only: 91987 65432 is the beginning of one.
  const national = /^(?:0091|91|0)(\d{10})$/.exec(digits)?.[1] ?? digits;
  return national.slice(0, mobileDigits);
}

/** True for a text that is a whole number by itself, so that pasting it replaces what stands there. */
export function isWholeMobile(text: string): boolean {
  return text.replace(/\D/g, "").length >= mobileDigits;
}
