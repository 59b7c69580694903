import type { Claim } from "../claim.ts";
import type { ObservationOf } from "../observations.ts";

type Line = ObservationOf<"statement line">;

/** Whether a line of a statement is about what a payment request holds. */
export const isOfRequest = ({ what }: Line): boolean =>
  what === "request_hold" || what === "request_release";

/** Every request of a business that holds from the submission has ended when clients read the last time. */
export const holdsCameBack: Claim = {
  claim: "What a payment request held came back whole and once, for its payout or for the wallet",
  check: (index) => {
    const lines = index.of("statement line").filter(isOfRequest);
    return {
      checked: `${lines.length} lines of requests`,
      violations: [...Map.groupBy(lines, ({ tenant }) => tenant)].flatMap(([tenant, own]) =>
        faultsOf(own).map((fault) => `the statement of ${tenant}: ${fault}`),
      ),
    };
  },
};

function faultsOf(lines: readonly Line[]): string[] {
  const held: number[] = [];
  const faults: string[] = [];
  for (const { what, paise, entry } of lines.toSorted((a, b) => a.entry - b.entry)) {
    if (what === "request_hold") held.push(-paise);
    else if (held.includes(paise)) held.splice(held.indexOf(paise), 1);
    else faults.push(`line ${entry} gives ${paise} back, which no request held`);
  }
  return [...faults, ...held.map((paise) => `${paise} that a request held did not come back`)];
}
