interface Range {
  readonly start: number;
  /** The byte after the last. */
  readonly end: number;
}

/**
 * Parses a `Range` header (RFC 9110).
 * @returns undefined for no range, several or an invalid one: the whole file is sent. Null for a
 *   range beyond the end of the file.
 */
export function parseRangeHeader(
  header: string | undefined,
  byteCount: number,
): Range | undefined | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const start = Math.max(byteCount - Number(last), 0);
    return Number(last) === 0 || byteCount === 0 ? null : { start, end: byteCount };
  }
  const start = Number(first);
  const end = last === "" ? byteCount : Math.min(Number(last) + 1, byteCount);
  if (last !== "" && Number(last) < start) return undefined;
  return start < byteCount ? { start, end } : null;
}
