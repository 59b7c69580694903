import type { Difference, DifferenceSide } from "@rokad/contract/reconciliation";
import { formatMoney } from "@rokad/money/format";
import { stateWord } from "./words.ts";

/** What one side says about what differs; the rest of it is the same on both. */
export function SideCell({
  of: side,
  kind,
}: {
  of: DifferenceSide | null;
  kind: Difference["kind"];
}) {
  if (!side) return <span className="text-muted">Nothing</span>;
  const [main, also] = saidBy(side, kind);
  return (
    <>
      <span className="block max-md:inline">{main}</span>{" "}
      {also && <span className="text-xs text-muted">{also}</span>}
    </>
  );
}

function saidBy(
  side: DifferenceSide,
  kind: Difference["kind"],
): [main: string, also?: string | undefined] {
  const amount = side.amount ? formatMoney(side.amount) : undefined;
  const state = stateWord(side.state);
  switch (kind) {
    case "amount":
      return [amount ?? "Not told", state];
    case "utr":
      return [side.utr ?? "None noted"];
    case "charge":
      return side.charge
        ? [formatMoney(side.charge.fee), `+ ${formatMoney(side.charge.tax)} tax`]
        : ["None noted"];
    case "status":
      return [state, ownWord(side)];
    case "missing_here":
    case "missing_there":
    case "doubled":
      return amount ? [amount, state] : [state];
  }
}

/** The provider's own word, for its support desk, where it is another than ours. */
function ownWord({ state, raw_state: raw }: DifferenceSide): string | undefined {
  return raw && raw.toLowerCase() !== state ? `"${raw}"` : undefined;
}
