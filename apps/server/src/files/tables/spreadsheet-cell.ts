import { formulaText } from "./parsed-table.ts";
import { isoDay } from "./read-date.ts";
import { walkXml } from "./walk-xml.ts";

/** Shared string, inline string, formula's string, boolean, error, number, ISO date. */
export type CellKind = "s" | "inlineStr" | "str" | "b" | "e" | "n" | "d";

interface Cell {
  readonly kind: CellKind;
  readonly value: string;
  readonly formula: boolean;
}

/** How a style shows a number. */
interface CellStyle {
  readonly isDate: boolean;
  /** A whole number has zeros before it, up to so many digits. */
  readonly digitsMin: number;
}

interface CellContext extends CellStyle {
  readonly strings: readonly string[];
  readonly is1904: boolean;
  readonly readsFormulas?: boolean;
}

/**
 * A cell's text: a number with Excel's 15 digits, a day as `YYYY-MM-DD`, an error as `#N/A`. A
 * formula without a stored result, or one that may not be read, becomes `=formula`.
 */
export function cellText(
  { kind, value, formula }: Cell,
  { strings, isDate, digitsMin, is1904, readsFormulas }: CellContext,
): string {
  if (formula && (!readsFormulas || (value === "" && kind !== "str"))) return formulaText;
  if (kind === "s") return strings[Number(value)] ?? "";
  if (kind === "d") return value.slice(0, 10);
  // A blank cell means something else, so an error never becomes one.
  if (kind === "e") return value || "#ERROR!";
  if (kind !== "n" || value === "") return withoutEscapes(value);
  const number = Number(value);
  if (!Number.isFinite(number)) return "";
  if (isDate) return isoDay(number + (is1904 ? days1904 : 0)) ?? String(number);
  const text = numberText(number);
  return /^\d+$/.test(text) ? text.padStart(digitsMin, "0") : text;
}

/** Decodes the characters that XML can't hold: `_x000D_` is a line break, `_x005F_` an underscore. */
export const withoutEscapes = (text: string) =>
  text.includes("_x")
    ? text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

const days1904 = 1462;

/**
 * A spreadsheet stores 15 digits: `1234.5599999999999` was 1234.56. A longer integer has lost its
 * last digits; scientific notation marks that.
 */
function numberText(number: number): string {
  const isWhole = Number.isInteger(number);
  if (isWhole && Math.abs(number) >= 1e15) return number.toExponential(14).toUpperCase();
  if (isWhole) return String(number);
  const fixed = Number(number.toPrecision(15));
  return Math.abs(fixed) < 1e-6 ? "0" : String(fixed);
}

/** Reads how the workbook's styles show a number. */
export function readStyles(xml: string | undefined): (style: number) => CellStyle {
  const custom = new Map<string, CellStyle>();
  const styles: CellStyle[] = [];
  let inCells = false;
  if (xml !== undefined) {
    walkXml(xml, {
      open: (name, { numFmtId = "0", formatCode = "" }) => {
        if (name === "numFmt") custom.set(numFmtId, styleOf(formatCode));
        if (name === "cellXfs") inCells = true;
        if (name === "xf" && inCells) styles.push(custom.get(numFmtId) ?? builtIn(+numFmtId));
      },
      close: (name) => {
        if (name === "cellXfs") inCells = false;
      },
    });
  }
  return (style) => styles[style] ?? builtIn(0);
}

const builtIn = (format: number): CellStyle => ({
  isDate: (format >= 14 && format <= 17) || format === 22,
  digitsMin: 0,
});

/** A code such as `000000000000` keeps the zeros of an account number. */
const styleOf = (code: string): CellStyle => ({
  isDate: isDateFormat(code),
  digitsMin: /^0{2,30}$/.test(code) ? code.length : 0,
});

/** Matches `dd/mm/yyyy`, but not the `Red` or `"days"` of `[Red]0 "days"`. */
function isDateFormat(code: string): boolean {
  return /[dy]/i.test(code.replaceAll(/"[^"]*"?|\[[^\]]*\]?|\\./g, ""));
}
