import type { Difference, DifferenceSide } from "@rokad/contract/reconciliation";
import { formatMoney } from "@rokad/money/format";
import { t } from "../super-admin-language.ts";
import { stateLabel } from "./labels.ts";

/** One side's value of what differs; the other values match. */
export function SideCell({
  of: side,
  kind,
}: {
  of: DifferenceSide | null;
  kind: Difference["kind"];
}) {
  if (!side) return <span className="text-muted">{t`Nothing`}</span>;
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
      return [amount ?? t`Not reported`];
    case "amount":
      return [amount ?? t`Not reported`, state];
    case "utr":
      return [side.utr ?? t`None recorded`];
    case "charge":
      return side.charge
        ? [formatMoney(side.charge.fee), t`+ ${formatMoney(side.charge.tax)} tax`]
        : [t`None recorded`];
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
