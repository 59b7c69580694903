import { useId } from "react";
import { t } from "../language.ts";
import { Checkbox } from "../ui/checkbox.tsx";

interface DayEditorProps {
  countsDay: boolean;
  onChange: (countsDay: boolean) => void;
}

/** Whether a payment that is split into several meets the band of their sum. */
export function DayEditor({ countsDay, onChange }: DayEditorProps) {
  const switchId = useId();
  return (
    <fieldset className="min-w-0 border-t border-line px-5 py-4">
      <legend className="sr-only">{t`Payments on one day`}</legend>
      <label
        htmlFor={switchId}
        className="flex cursor-pointer items-center gap-2.5 text-sm font-medium"
      >
        <Checkbox id={switchId} checked={countsDay} onChange={() => onChange(!countsDay)} />
        {t`Count payments to one account on one day together`}
      </label>
      <p className="mt-1 text-dense text-pretty text-muted">
        {t`The fifth payout of ₹20,000 to an account needs the approvals of ₹1,00,000.`}
      </p>
    </fieldset>
  );
}
