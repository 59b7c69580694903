import { rupeesToPaise } from "@rokad/money/rupees";

/** A parsed amount, with the direction that its sign or Cr/Dr gives. */
export interface WrittenAmount {
  /** Never negative. */
  readonly paise: bigint;
  readonly direction: "credit" | "debit" | undefined;
}

/** Longer than any amount with its currency and direction. */
const amountCharsMax = 60;

/**
 * Parses `1,00,000.00`, `₹500`, `500.00 Cr`, `500.00(Dr)`, `(500.00)` and `-500`. Commas must group
 * digits the Indian or the international way; `1.500,00` is ambiguous and rejected.
 * @returns undefined unless the text is an amount in whole paise.
 */
export function readAmount(text: string): WrittenAmount | undefined {
  if (text.length > amountCharsMax) return undefined;
  let rest = text
    .replace(/^="(.*)"$/, "$1")
    .replace(/^'/, "")
    .trim();
  const mark = directionMark.exec(rest);
  if (mark) rest = rest.replace(mark[0], "").trim();
  const word = mark?.slice(1).find((found) => found !== undefined) ?? "";
  const inBrackets = /^\((.*)\)$/.exec(rest);
  if (inBrackets) rest = (inBrackets[1] ?? "").trim();
  rest = rest
    .replace(/^(?:₹|rs\.?|inr)\s*/i, "")
    .replace(/(?:\/-|inr|₹)$/i, "")
    .trim();
  const sign = /^[-+−]|[-+−]$/.exec(rest)?.[0];
  if (sign) rest = rest.replace(sign, "").trim();
  rest = rest.replace(/^(?:₹|rs\.?|inr)\s*/i, "").replaceAll(" ", "");
  const digits = isGrouped.test(rest) ? rest.replaceAll(",", "") : rest;
  const match = /^(\d{0,13})(?:\.(\d{1,2})0*)?$/.exec(digits);
  if (!match || digits === "" || digits === ".") return undefined;
  const paise = rupeesToPaise(`${match[1] || "0"}.${match[2] ?? "0"}`);
  const isDebit = /^d/i.test(word) || inBrackets !== null || sign === "-" || sign === "−";
  const isCredit = /^c/i.test(word) || sign === "+";
  // "-500 Cr" contradicts itself.
  if (isDebit && isCredit) return undefined;
  return { paise, direction: isDebit ? "debit" : isCredit ? "credit" : undefined };
}

/** Cr or Dr before or after the amount, with or without brackets. */
const directionMark =
  /^[([](cr|dr|credit|debit)\.?[)\]]|^(cr|dr|credit|debit)\b\.?|[([] ?(cr|dr|credit|debit)\.? ?[)\]]$|(cr|dr|credit|debit)\.?$/i;

const isGrouped = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/;
