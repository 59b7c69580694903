import type { TableRow } from "../../files/tables/parsed-table.ts";
import { readBalance } from "./read-balance.ts";

/**
 * The balance before the first line, in paise, where the bank states it above the header:
 * `Opening Balance: Rs. 1,00,000.00`. It may stand beside its label or in the row below.
 * @returns undefined without one, or if two differ.
 */
export function findOpeningBalance(rows: readonly TableRow[]): bigint | undefined {
  const stated = rows.flatMap(({ cells }, at) =>
    cells.flatMap((cell, place) => {
      if (!label.test(cell)) return [];
      const own = cell.replace(label, "").replace(/^[^\d-]+/, "");
      const beside = cells.slice(place + 1).find((text) => /\d/.test(text)) ?? "";
      const below = rows[at + 1]?.cells[place] ?? "";
      return [own, beside, below].map(readBalance).find((each) => each !== null) ?? [];
    }),
  );
  return new Set(stated).size === 1 ? stated[0] : undefined;
}

const label = /^opening bal(?:ance)?\b/i;
