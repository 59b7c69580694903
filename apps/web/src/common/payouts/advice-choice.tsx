import { getAdviceSettings } from "@rokad/contract/payment-advices";
import { useId } from "react";
import { useApi } from "../../api/use-api.ts";
import { Checkbox } from "../../ui/checkbox.tsx";

interface AdviceChoiceProps {
  label: string;
  checked: boolean;
  onChange: (isChosen: boolean) => void;
}

/** Whether who is paid gets a payment advice by e-mail; nothing where that is not possible. */
export function AdviceChoice({ label, checked, onChange }: AdviceChoiceProps) {
  const id = useId();
  const settings = useApi(getAdviceSettings, {}).data?.data;
  if (!settings?.is_on || !settings.can_email) return null;
  return (
    <label htmlFor={id} className="flex min-h-6 cursor-pointer items-center gap-2.5 text-sm">
      <Checkbox id={id} checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span className="min-w-0 break-words">{label}</span>
    </label>
  );
}
