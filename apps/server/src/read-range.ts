interface Range {
  readonly start: number;
  /** The byte after the last. */
  readonly end: number;
}

/**
 * What a `Range` header asks for, by RFC 9110.
 * @returns undefined for none, for several and for what is no range: these get the whole file.
 *   Null for one that lies behind the file's end.
 */
export function readRange(header: string | undefined, byteCount: number): Range | undefined | null {
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
