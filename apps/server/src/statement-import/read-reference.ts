/** Digits of a number that a spreadsheet has cut: what is left of it, and how long it was. */
export interface MangledNumber {
  readonly digits: string;
  readonly length: number;
}

export interface WrittenReference {
  /** What could be the UTR, as deposits have it: capitals and digits, 12 to 22 of them. */
  readonly utrs: readonly string[];
  /** What was mended on the way, as the end of a sentence. */
  readonly mended?: "leading zeros restored" | "written out again" | undefined;
  /** Set when a spreadsheet has lost some of its digits. */
  readonly mangled?: MangledNumber | undefined;
}

const nothing: WrittenReference = { utrs: [] };

/**
 * Reads a reference column's cell, and undoes what spreadsheets do to a UTR: `'0123` (a text's
 * mark), `4.21345678901E+11` (written out again when no digit is missing), an IMPS number of 12
 * digits that has lost its leading zeros, spaces and dashes. `4.21E+11` can't be undone.
 */
export function readReference(cell: string): WrittenReference {
  const text = cell
    .replace(/^="?(.*?)"?$/, "$1")
    .replace(/^['`]/, "")
    .replace(/^(\d+)\.0+$/, "$1")
    .trim();
  const scientific = /^(\d)(?:\.(\d+))?E\+?(\d{1,2})$/i.exec(text);
  if (scientific) return ofScientific(scientific);
  const compact = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  if (/^0*$/.test(compact)) return nothing;
  if (/^\d{9,11}$/.test(compact)) {
    return { utrs: [compact.padStart(imps, "0")], mended: "leading zeros restored" };
  }
  const utrs = [...new Set([...(isUtr(compact) ? [compact] : []), ...utrsIn(text)])];
  const mangled = compact === text ? cutNumber(compact) : undefined;
  return { utrs, mangled };
}

/** An IMPS or UPI reference: 12 digits. */
const imps = 12;

/** Every word of a narration that could be a UTR: `NEFT-HDFCN12345678901234-SHARMA TRADERS`. */
export function utrsIn(narration: string): string[] {
  const words = narration.toUpperCase().split(/[^A-Z0-9]+/);
  return [...new Set(words.filter(isUtr))];
}

function isUtr(word: string): boolean {
  const digits = word.replaceAll(/\D/g, "").length;
  return /^[A-Z0-9]{12,22}$/.test(word) && digits >= 6 && !/^0+$/.test(word);
}

function ofScientific([, first = "", rest = "", exponent = ""]: RegExpExecArray): WrittenReference {
  const digits = first + rest;
  const length = Number(exponent) + 1;
  if (digits.length > length) return nothing;
  // Beyond 15 digits a spreadsheet makes zeros of them, whatever it shows.
  if (digits.length === length && length <= 15) {
    return isUtr(digits) ? { utrs: [digits], mended: "written out again" } : nothing;
  }
  return { utrs: [], mangled: { digits: digits.slice(0, 15), length } };
}

/** A number of more than 15 digits that ends in zeros from there on, as a spreadsheet keeps it. */
function cutNumber(text: string): MangledNumber | undefined {
  if (!/^\d{16,22}$/.test(text) || /[^0]/.test(text.slice(15))) return undefined;
  return { digits: text.slice(0, 15), length: text.length };
}

/** Whether a UTR would have become that, by rounding (also up to one more digit) or by cutting. */
export function couldHaveBeen(utr: string, { digits, length }: MangledNumber): boolean {
  if (!/^\d+$/.test(utr)) return false;
  const unit = 10n ** BigInt(length - digits.length);
  const shown = BigInt(digits) * unit;
  const whole = BigInt(utr);
  return whole >= shown - unit / 2n && whole < shown + unit;
}
