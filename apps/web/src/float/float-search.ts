export interface FloatSearch {
  /** The page of the movements. */
  page?: number | undefined;
  /** The page of the charges. */
  charges?: number | undefined;
}

/** Reads the address; ignores what is no page number. */
export function readFloatSearch(search: Readonly<Record<string, unknown>>): FloatSearch {
  return { page: pageOf(search["page"]), charges: pageOf(search["charges"]) };
}

function pageOf(value: unknown): number | undefined {
  return Number.isInteger(value) && Number(value) > 1 ? Number(value) : undefined;
}
