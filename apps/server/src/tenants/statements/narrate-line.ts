import type { Line } from "./line.ts";

/** All that a line says, in one text for books that have one field for it. */
export function narrateLine({ particulars, detail, utr }: Line): string {
  return [particulars, detail, utr && `UTR ${utr}`].filter(Boolean).join(" · ");
}
