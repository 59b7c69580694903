import { limits } from "@rokad/contract/limits";
import type { suspenseDecisions, SuspendedCredit } from "@rokad/contract/suspense";
import { capitalsAndDigits } from "../api/clean-field.ts";
import { Checkbox } from "../ui/checkbox.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { TenantChoice } from "./tenant-choice.tsx";

/** What somebody wants done with a credit, as it is typed. */
export interface Wish {
  how: (typeof suspenseDecisions)[number];
  tenantId: string | undefined;
  tenantName: string | undefined;
  utr: string;
  addAccount: boolean;
  note: string;
}

const ways = [
  { value: "assign", label: "Assign it to a tenant", hint: "credits their wallet" },
  { value: "return", label: "It was sent back", hint: "with the UTR of the transfer back" },
  { value: "dismiss", label: "It is credited already", hint: "the same money, counted twice" },
] as const;

interface DecisionFieldsProps {
  credit: SuspendedCredit;
  wish: Wish;
  onChange: (wish: Wish) => void;
  errors: Readonly<Record<string, string>>;
}

export function DecisionFields({ credit, wish, onChange, errors }: DecisionFieldsProps) {
  const change = (part: Partial<Wish>) => onChange({ ...wish, ...part });
  const { how } = wish;
  const needsUtr = how === "return" || credit.utr_reference === null;
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <Field label="What should become of it?" required>
        <Select
          options={ways}
          value={how}
          onValueChange={(next) => change({ how: next, utr: "" })}
        />
      </Field>
      {how === "assign" && (
        <TenantChoice
          credit={credit}
          value={wish.tenantId}
          onChange={(tenantId, tenantName) => change({ tenantId, tenantName })}
          error={errors["tenant_id"]}
        />
      )}
      {needsUtr && (
        <Field
          label={how === "return" ? "UTR of the transfer back" : "UTR of this transfer"}
          required
          error={errors["utr_reference"]}
          hint={how === "return" ? "12 to 22 letters and digits" : "The bank gave none: ask it"}
        >
          <TextInput
            autoCapitalize="characters"
            maxLength={limits.utrCharsMax}
            value={wish.utr}
            onChange={(event) => change({ utr: capitalsAndDigits(event.target.value) })}
          />
        </Field>
      )}
      {how === "assign" && credit.sender && (
        <label className="flex cursor-pointer items-start gap-2.5 text-dense">
          <Checkbox
            checked={wish.addAccount}
            onChange={(event) => change({ addAccount: event.target.checked })}
          />
          <span>
            Also add the sender to the tenant’s bank accounts, to be reviewed
            {errors["add_account"] && (
              <span role="alert" className="block text-bad">
                {errors["add_account"]}
              </span>
            )}
          </span>
        </label>
      )}
      <Field
        label={how === "assign" ? "Note (optional)" : "Reason"}
        required={how !== "assign"}
        error={errors["reason"] ?? errors["note"]}
        hint="Kept in the security log"
        aside={`${wish.note.length}/${limits.reasonCharsMax}`}
      >
        <Textarea
          maxLength={limits.reasonCharsMax}
          value={wish.note}
          onChange={(event) => change({ note: event.target.value })}
        />
      </Field>
    </div>
  );
}
