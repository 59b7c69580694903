import { UnreadableFile } from "./parsed-table.ts";

/**
 * Detects a file's format by its first bytes, not by its name: some programs name web pages and text tables
 * `.xls`.
 * @throws {UnreadableFile} unless it is text or an XLSX workbook, with what to do.
 */
export function recogniseFile(bytes: Buffer): "csv" | "xlsx" {
  if (bytes.length === 0) throw new UnreadableFile("The file is empty.");
  const isA = (signature: string) =>
    bytes.subarray(0, signature.length / 2).toString("hex") === signature;
  if (isA("504b0304")) return "xlsx";
  if (isA("d0cf11e0a1b11ae1")) throw new UnreadableFile(ofCompoundFile(bytes));
  if (isA("25504446")) {
    throw new UnreadableFile("This is a PDF.", "format");
  }
  const beginning = bytes.subarray(0, 4000).toString("latin1").replaceAll("\0", "");
  if (/<(?:!doctype\s+html|html|table|\?xml)\b/i.test(beginning)) {
    throw new UnreadableFile(
      "This is a web page, not a workbook. Open it in a spreadsheet and save it as XLSX or CSV.",
    );
  }
  if (isBinary(bytes)) throw new UnreadableFile("This is neither a CSV file nor an XLSX workbook.");
  return "csv";
}

/** Excel's old format, which also wraps a workbook with a password. */
function ofCompoundFile(bytes: Buffer): string {
  return bytes.includes(Buffer.from("EncryptedPackage", "utf16le"))
    ? "This workbook is protected with a password. Save it without one and try again."
    : "This is an old .xls workbook. Open it in a spreadsheet and save it as XLSX or CSV.";
}

/** Text has no zero bytes, except UTF-16: there every second byte of ASCII text is zero. */
function isBinary(bytes: Buffer): boolean {
  const beginning = bytes.subarray(0, 4000);
  const zerosAt = (parity: number) =>
    beginning.reduce((count, byte, at) => count + (byte === 0 && at % 2 === parity ? 1 : 0), 0);
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (even + odd > 0) {
    const half = beginning.length / 2;
    return Math.max(even, odd) < half * 0.5 || Math.min(even, odd) > half * 0.1;
  }
  return beginning.some((byte) => byte < 9 || (byte > 13 && byte < 27));
}
