import { limits } from "@rokad/contract/limits";
import type { suspenseDecisions, SuspendedCredit } from "@rokad/contract/suspense";
import { formatMoney } from "@rokad/money/format";
import { t } from "../super-admin-language.ts";
import { capitalsAndDigits } from "../api/clean-field.ts";
import { Checkbox } from "../ui/checkbox.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { TenantChoice } from "../common/people/tenant-choice.tsx";

/** The decision in the form, as entered. */
export interface DecisionDraft {
  how: (typeof suspenseDecisions)[number];
  tenantId: string | undefined;
  tenantName: string | undefined;
  utr: string;
  addAccount: boolean;
  /** Completes the tenant's request for another amount with what arrived. */
  completesRequest: boolean;
  note: string;
}

const decisions = [
  { value: "assign", label: t`Assign to a tenant`, hint: t`credits the tenant's wallet` },
  { value: "return", label: t`Record as returned`, hint: t`with the UTR of the return` },
  { value: "dismiss", label: t`Record as already credited`, hint: t`the same transfer came twice` },
] as const;

interface DecisionFieldsProps {
  credit: SuspendedCredit;
  draft: DecisionDraft;
  onChange: (draft: DecisionDraft) => void;
  errors: Readonly<Record<string, string>>;
}

export function DecisionFields({ credit, draft, onChange, errors }: DecisionFieldsProps) {
  const change = (part: Partial<DecisionDraft>) => onChange({ ...draft, ...part });
  const { how } = draft;
  const similar = how === "dismiss" ? credit.similar_request : null;
  const requested = how === "assign" ? requestedAmount(credit, draft.tenantId) : undefined;
  const needsUtr = how === "return" || credit.utr_reference === null || similar !== null;
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <Field label={t`Decision`} required>
        <Select
          options={decisions}
          value={how}
          onValueChange={(next) => change({ how: next, utr: utrFor(credit, next) })}
        />
      </Field>
      {how === "assign" && (
        <TenantChoice
          suggestions={credit.suggestions.map(({ tenant, why }) => ({ ...tenant, why }))}
          value={draft.tenantId}
          onChange={(tenantId, tenantName) => change({ tenantId, tenantName })}
          error={errors["tenant_id"]}
        />
      )}
      {needsUtr && (
        <Field
          label={labelOfUtr(how, similar !== null)}
          required
          error={errors["utr_reference"]}
          hint={
            how === "return" || similar
              ? t`12 to 22 letters and digits`
              : t`The bank sent no UTR: ask the bank`
          }
        >
          <TextInput
            autoCapitalize="characters"
            maxLength={limits.utrCharsMax}
            value={draft.utr}
            onChange={(event) => change({ utr: capitalsAndDigits(event.target.value) })}
          />
        </Field>
      )}
      {requested && (
        <label className="flex cursor-pointer items-start gap-2.5 text-dense">
          <Checkbox
            checked={draft.completesRequest}
            onChange={(event) => change({ completesRequest: event.target.checked })}
          />
          <span>
            {t`Complete their request of ${formatMoney(requested)} with ${formatMoney(credit.amount)}`}
            <span className="block text-muted">
              {t`The tenant sees both amounts, and the note as the reason.`}
            </span>
          </span>
        </label>
      )}
      {how === "assign" && credit.sender && (
        <label className="flex cursor-pointer items-start gap-2.5 text-dense">
          <Checkbox
            checked={draft.addAccount}
            onChange={(event) => change({ addAccount: event.target.checked })}
          />
          <span>
            {t`Also add the sender to the tenant’s bank accounts for review`}
            {errors["add_account"] && (
              <span role="alert" className="block text-bad">
                {errors["add_account"]}
              </span>
            )}
          </span>
        </label>
      )}
      <Field
        label={how === "assign" ? t`Note (optional)` : t`Reason`}
        required={how !== "assign"}
        error={errors["reason"] ?? errors["note"]}
        hint={t`Stored in the security log`}
        aside={`${draft.note.length}/${limits.reasonCharsMax}`}
      >
        <Textarea
          maxLength={limits.reasonCharsMax}
          value={draft.note}
          onChange={(event) => change({ note: event.target.value })}
        />
      </Field>
    </div>
  );
}

/** The amount of the tenant's request with this UTR, if it is another one. */
export function requestedAmount({ suggestions }: SuspendedCredit, tenantId: string | undefined) {
  const own = suggestions.find(({ tenant }) => tenant.id === tenantId);
  return own?.requested_amount ?? undefined;
}

/** The UTR with which a decision starts: for "already credited", the similar request's. */
export function utrFor(
  { similar_request: similar }: SuspendedCredit,
  how: DecisionDraft["how"],
): string {
  return how === "dismiss" ? (similar?.utr_reference ?? "") : "";
}

function labelOfUtr(how: DecisionDraft["how"], isOfRequest: boolean): string {
  if (how === "return") return t`UTR of the return`;
  return isOfRequest ? t`UTR of the credited request` : t`UTR of this transfer`;
}
