import { readText } from "../common/lists/search-params.ts";

export interface BeneficiaryFilters {
  search?: string | undefined;
  kind?: string | undefined;
  tag?: string | undefined;
  status?: string | undefined;
}

/** Reads the filters of Beneficiaries from the address. The page checks the choices. */
export function readBeneficiaryFilters(
  search: Record<string, unknown>,
): BeneficiaryFilters & { after?: string | undefined } {
  const { search: text, kind, tag, status, after } = search;
  return {
    search: readText(text),
    kind: readText(kind),
    tag: readText(tag),
    status: readText(status),
    after: readText(after, 600),
  };
}
