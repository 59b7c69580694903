import type { Difference, DifferenceSide } from "@rokad/contract/reconciliation";
import { formatMoney } from "@rokad/money/format";
import { stateLabel } from "./labels.ts";

/** One side's value of what differs; the other values match. */
export function SideCell({
  of: side,
  kind,
}: {
  of: DifferenceSide | null;
  kind: Difference["kind"];
}) {
  if (!side) return <span className="text-muted">Nothing</span>;
  const [main, detail] = linesOf(side, kind);
  return (
    <>
      <span className="block max-md:inline">{main}</span>{" "}
      {detail && <span className="text-xs text-muted">{detail}</span>}
    </>
  );
}

function linesOf(
  side: DifferenceSide,
  kind: Difference["kind"],
): [main: string, detail?: string | undefined] {
  const amount = side.amount ? formatMoney(side.amount) : undefined;
  const state = stateLabel(side.state);
  switch (kind) {
    case "balance":
      return [amount ?? "Not reported"];
    case "amount":
      return [amount ?? "Not reported", state];
    case "utr":
      return [side.utr ?? "None recorded"];
    case "charge":
      return side.charge
        ? [formatMoney(side.charge.fee), `+ ${formatMoney(side.charge.tax)} tax`]
        : ["None recorded"];
    case "status":
      return [state, rawState(side)];
    case "missing_here":
    case "missing_there":
    case "doubled":
      return amount ? [amount, state] : [state];
  }
}

/** The provider's own name of the state, if it differs from ours. */
function rawState({ state, raw_state: raw }: DifferenceSide): string | undefined {
  return raw && raw.toLowerCase() !== state ? `"${raw}"` : undefined;
}
