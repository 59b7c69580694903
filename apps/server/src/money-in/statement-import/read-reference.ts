/** A number that a spreadsheet has cut: its remaining digits and its original length. */
export interface MangledNumber {
  readonly digits: string;
  readonly length: number;
}

export interface WrittenReference {
  /** Possible UTRs in the format of deposits: 12 to 22 upper-case letters and digits. */
  readonly utrs: readonly string[];
  /** The repair of the cell, as text for the reason. */
  readonly repair?: "leading zeros restored" | "digits restored" | undefined;
  /** Set when a spreadsheet has lost some of its digits. */
  readonly mangled?: MangledNumber | undefined;
}

const nothing: WrittenReference = { utrs: [] };

/**
 * Parses a reference cell and reverses what spreadsheets do to a UTR: the text mark of `'0123`,
 * scientific notation with all digits (`4.21345678901E+11`), lost leading zeros of a 12-digit IMPS
 * number, spaces and dashes. `4.21E+11` has lost digits and stays mangled.
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
    return { utrs: [compact.padStart(imps, "0")], repair: "leading zeros restored" };
  }
  const utrs = [...new Set([...(isUtr(compact) ? [compact] : []), ...utrsIn(text)])];
  const mangled = compact === text ? cutNumber(compact) : undefined;
  return { utrs, mangled };
}

/** An IMPS or UPI reference: 12 digits. */
const imps = 12;

/** The words of a narration that may be a UTR: `NEFT-HDFCN12345678901234-SHARMA TRADERS`. */
export function utrsIn(narration: string): string[] {
  const words = narration
    .toUpperCase()
    .replaceAll(labelledAccount, " ")
    .split(/[^A-Z0-9]+/);
  return [...new Set(words.filter((word) => isUtr(word) && !isAccountNumber(word)))];
}

const labelledAccount =
  /\b(?:A\/?C|ACCT?|ACCOUNT)[\s./:-]*(?:(?:NO|NUM|NUMBER)[\s./:-]*)?\d{9,18}(?!\d)/g;

/** NEFT and RTGS references have letters, and IMPS and UPI ones 12 digits behind any zeros. */
function isAccountNumber(word: string): boolean {
  return /^\d+$/.test(word) && word.replace(/^0+/, "").length > imps;
}

function isUtr(word: string): boolean {
  const digits = word.replaceAll(/\D/g, "").length;
  return /^[A-Z0-9]{12,22}$/.test(word) && digits >= 6 && !/^0+$/.test(word);
}

function ofScientific([, first = "", rest = "", exponent = ""]: RegExpExecArray): WrittenReference {
  const digits = first + rest;
  const length = Number(exponent) + 1;
  if (digits.length > length) return nothing;
  // A spreadsheet replaces digits beyond the 15th with zeros.
  if (digits.length === length && length <= 15) {
    return isUtr(digits) ? { utrs: [digits], repair: "digits restored" } : nothing;
  }
  return { utrs: [], mangled: { digits: digits.slice(0, 15), length } };
}

/** A number of more than 15 digits with zeros after the 15th, as a spreadsheet stores it. */
function cutNumber(text: string): MangledNumber | undefined {
  if (!/^\d{16,22}$/.test(text) || /[^0]/.test(text.slice(15))) return undefined;
  return { digits: text.slice(0, 15), length: text.length };
}

/** Whether rounding or cutting the UTR can give this number. */
export function couldHaveBeen(utr: string, { digits, length }: MangledNumber): boolean {
  if (!/^\d+$/.test(utr)) return false;
  const unit = 10n ** BigInt(length - digits.length);
  const shown = BigInt(digits) * unit;
  const whole = BigInt(utr);
  return whole >= shown - unit / 2n && whole < shown + unit;
}
