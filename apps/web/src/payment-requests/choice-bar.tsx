import type { PaymentRequest } from "@rokad/contract/payment-requests";
import { formatMoney } from "@rokad/money/format";
import { Check } from "lucide-react";
import { t } from "../language.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { sumRequests } from "./sum-requests.ts";
import type { ChosenRequests } from "./use-chosen-requests.ts";

interface ChoiceBarProps {
  /** Those of this page that the person can approve. */
  rows: readonly PaymentRequest[];
  chosen: ChosenRequests;
  onApprove: () => void;
}

/** Above the rows: chooses all of the page, and approves the chosen ones. */
export function ChoiceBar({ rows, chosen, onApprove }: ChoiceBarProps) {
  const count = chosen.list.length;
  const here = rows.filter(chosen.isChosen).length;
  const isAll = here === rows.length;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 text-dense md:px-5">
      <label className="flex h-8 items-center gap-2">
        <Checkbox
          checked={isAll}
          some={here > 0 && !isAll}
          onChange={() => chosen.setAll(rows, !isAll)}
        />
        {count > 0 ? t`${count} chosen` : t`Choose all ${rows.length} on this page`}
      </label>
      {count === 0 ? (
        <p className="text-xs text-muted max-md:hidden">
          {t`Keys: J and K move, Enter opens, X chooses, A approves`}
        </p>
      ) : (
        <>
          <span className="font-medium tabular-nums">
            {formatMoney(sumRequests(chosen.list, "amount"))}
          </span>
          <Button size="sm" icon={<Check />} className="max-sm:w-full" onClick={onApprove}>
            {count === 1 ? t`Approve 1 request` : t`Approve ${count} requests`}
          </Button>
        </>
      )}
    </div>
  );
}
