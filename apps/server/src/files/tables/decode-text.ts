/**
 * Decodes a CSV file: UTF-8 or UTF-16 with or without a byte order mark, else Windows-1252, which
 * older bank programs write and which accepts any bytes.
 */
export function decodeText(bytes: Buffer): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // A statement is mostly ASCII, so in UTF-16 every second byte is zero.
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
