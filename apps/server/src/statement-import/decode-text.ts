/**
 * The text of a CSV file: UTF-8 and UTF-16 with or without their mark, else Windows-1252, which
 * is what older programs of banks write and which any bytes are.
 */
export function decodeText(bytes: Buffer): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // A statement is mostly letters and digits, so in UTF-16 every other byte is zero.
  if (first === 0) return "utf-16be";
  if (second === 0) return "utf-16le";
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
