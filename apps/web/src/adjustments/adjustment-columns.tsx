import type { Adjustment } from "@rokad/contract/adjustments";
import { adjustmentLabel } from "@rokad/contract/adjustment-kinds";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { formatShortDay, formatTime } from "../ui/dates.ts";
import { Money } from "../ui/money.tsx";
import type { Column } from "../ui/table-cards.ts";
import { bookingOf, stateLabels, walletSign } from "./adjustment-labels.ts";

/**
 * @param canSign whether the person's roles permit to sign one.
 * @param open shows an adjustment with its actions.
 */
export function adjustmentColumns(
  canSign: boolean,
  open: (row: Adjustment) => void,
): Column<Adjustment>[] {
  const isForYou = (row: Adjustment) => canSign && row.state === "proposed" && row.why_not === null;
  return [
    { id: "what", header: t`Adjustment`, card: "title", cell: (row) => <What row={row} /> },
    {
      id: "amount",
      header: t`Amount`,
      card: "value",
      align: "end",
      cell: (row) => <Amount row={row} />,
    },
    // Takes the remaining width, so that the last column stays visible.
    {
      id: "reason",
      header: t`Reason`,
      card: "line",
      className: "w-full",
      cell: (row) => (
        <div className="min-w-36 text-pretty break-words whitespace-normal">
          {row.reason}
          <span className="block text-xs text-muted">{bookingOf(row)}</span>
        </div>
      ),
    },
    {
      id: "state",
      header: t`Status`,
      card: "status",
      cell: (row) => {
        const [label, tone] = stateLabels[row.state];
        return <Badge tone={tone}>{isForYou(row) ? t`Awaits your signature` : label}</Badge>;
      },
    },
    { id: "people", header: t`Signed by`, card: "line", cell: (row) => <People row={row} /> },
    {
      id: "action",
      header: t`Show`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (row) => {
        const verb = isForYou(row) ? t`Review` : t`Show`;
        return (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`${verb} ${translateText(adjustmentLabel(row.kind))} ${row.tenant?.name ?? ""}`.trim()}
            onClick={() => open(row)}
          >
            {verb}
          </Button>
        );
      },
    },
  ];
}

function What({ row }: { row: Adjustment }) {
  return (
    <div className="min-w-0 md:max-w-44">
      <span className="block truncate font-medium">{translateText(adjustmentLabel(row.kind))}</span>
      <span className="block truncate text-xs text-muted" title={row.tenant?.name}>
        {row.tenant?.name ?? t`Platform accounts`}
      </span>
    </div>
  );
}

function Amount({ row }: { row: Adjustment }) {
  const sign = walletSign(row);
  return (
    <div className="grid justify-items-end gap-0.5">
      <Money value={row.amount} {...(sign && { sign })} className="font-semibold" />
      {row.owed && row.owed.amount > 0 && (
        <span className="text-xs text-muted">
          <Money value={row.owed} /> {t`owed`}
        </span>
      )}
    </div>
  );
}

function People({ row }: { row: Adjustment }) {
  const at = row.closed_at ?? row.proposed_at;
  const second = row.state === "posted" ? row.closed_by?.name : undefined;
  return (
    <div className="min-w-0 md:max-w-40">
      <span className="block truncate" title={row.proposed_by?.name}>
        {row.proposed_by?.name ?? t`The provider’s event`}
      </span>
      {second && (
        <span className="block truncate" title={second}>
          {second}
        </span>
      )}
      <span className="block text-xs text-muted">
        {formatShortDay(at)}, {formatTime(at)}
      </span>
    </div>
  );
}
