import { useId } from "react";
import { t } from "../language.ts";
import { digitsOnly } from "../api/clean-field.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/text-input.tsx";
import type { CoolingDraft } from "./policy-draft.ts";

interface CoolingEditorProps {
  cooling: CoolingDraft | null;
  problems: Readonly<Record<string, string>>;
  onChange: (cooling: CoolingDraft | null) => void;
}

/** How much a new account is paid at most, and for how many hours it is new. */
export function CoolingEditor({ cooling, problems, onChange }: CoolingEditorProps) {
  const switchId = useId();
  return (
    <fieldset className="min-w-0 border-t border-line px-5 py-4">
      <legend className="sr-only">{t`New accounts`}</legend>
      <label
        htmlFor={switchId}
        className="flex cursor-pointer items-center gap-2.5 text-sm font-medium"
      >
        <Checkbox
          id={switchId}
          checked={cooling !== null}
          onChange={() => onChange(cooling ? null : { amount: 50_000, hours: 24 })}
        />
        {t`Limit what new accounts are paid`}
      </label>
      <p className="mt-1 text-dense text-pretty text-muted">
        {t`An account is new from when you save or first pay it. Requests that wait have the limit too.`}
      </p>
      {cooling && (
        <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">
          <Field label={t`At most in total`} required error={problems["amount"]}>
            <AmountInput
              value={cooling.amount}
              onValueChange={(amount) => onChange({ ...cooling, amount })}
            />
          </Field>
          <Field label={t`Hours`} required error={problems["hours"]}>
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              value={cooling.hours ?? ""}
              onChange={({ target }) => {
                const digits = digitsOnly(target.value).slice(0, 3);
                onChange({ ...cooling, hours: digits === "" ? undefined : Number(digits) });
              }}
            />
          </Field>
        </div>
      )}
    </fieldset>
  );
}
