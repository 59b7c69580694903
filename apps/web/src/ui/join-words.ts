import { locale } from "../locale.ts";

const and = new Intl.ListFormat(locale, { type: "conjunction" });
const or = new Intl.ListFormat(locale, { type: "disjunction" });

/** "NEFT, RTGS and IMPS". */
export function joinAnd(words: Iterable<string>): string {
  return and.format(words);
}

/** "Asha Rao or Ravi Sharma". */
export function joinOr(words: Iterable<string>): string {
  return or.format(words);
}
