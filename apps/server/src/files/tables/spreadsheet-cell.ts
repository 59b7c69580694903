import { isoDay } from "./read-date.ts";
import { walkXml } from "./walk-xml.ts";

/** Shared string, inline string, formula's string, boolean, error, number, ISO date. */
export type CellKind = "s" | "inlineStr" | "str" | "b" | "e" | "n" | "d";

interface Cell {
  readonly kind: CellKind;
  readonly value: string;
  readonly formula: boolean;
}

interface CellContext {
  readonly strings: readonly string[];
  /** Whether the cell's style shows a date. */
  readonly isDate: boolean;
  readonly is1904: boolean;
}

/**
 * A cell's text: a number with Excel's 15 digits, a day as `YYYY-MM-DD`. A formula becomes
 * `=formula`, because its stored result does not come from the bank.
 */
export function cellText(
  { kind, value, formula }: Cell,
  { strings, isDate, is1904 }: CellContext,
): string {
  if (formula) return "=formula";
  if (kind === "s") return strings[Number(value)] ?? "";
  if (kind === "d") return value.slice(0, 10);
  if (kind !== "n" || value === "") return kind === "e" ? "" : value;
  const number = Number(value);
  if (!Number.isFinite(number)) return "";
  if (isDate) return isoDay(number + (is1904 ? days1904 : 0)) ?? String(number);
  return numberText(number);
}

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

/** Reads which of the workbook's styles show a number as a date. */
export function dateStyles(xml: string | undefined): (style: number) => boolean {
  const custom = new Map<string, boolean>();
  const styles: boolean[] = [];
  let inCells = false;
  if (xml !== undefined) {
    walkXml(xml, {
      open: (name, { numFmtId = "0", formatCode = "" }) => {
        if (name === "numFmt") custom.set(numFmtId, isDateFormat(formatCode));
        if (name === "cellXfs") inCells = true;
        if (name === "xf" && inCells) styles.push(custom.get(numFmtId) ?? isBuiltIn(+numFmtId));
      },
      close: (name) => {
        if (name === "cellXfs") inCells = false;
      },
    });
  }
  return (style) => styles[style] ?? false;
}

function isBuiltIn(format: number): boolean {
  return (format >= 14 && format <= 17) || format === 22;
}

/** Matches `dd/mm/yyyy`, but not the `Red` or `"days"` of `[Red]0 "days"`. */
function isDateFormat(code: string): boolean {
  return /[dy]/i.test(code.replaceAll(/"[^"]*"?|\[[^\]]*\]?|\\./g, ""));
}
