import { proposableKinds } from "@rokad/contract/adjustment-states";
import { adjustmentKinds, adjustmentRules, isOnWallet } from "@rokad/contract/adjustment-kinds";
import { limits } from "@rokad/contract/limits";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { TenantChoice } from "../common/people/tenant-choice.tsx";
import { AmountInput } from "../ui/amount-input.tsx";
import { AmountInWords } from "../ui/amount-in-words.tsx";
import { Details } from "../ui/details.tsx";
import { Field } from "../ui/field.tsx";
import { toMoney } from "../ui/parse-rupees.ts";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { AccountChoices } from "./account-choices.tsx";
import { DocumentField } from "./document-field.tsx";
import { moveOf, type BookableAccounts, type ProposalDraft } from "./proposal-draft.ts";

interface ProposalFieldsProps {
  draft: ProposalDraft;
  onChange: (draft: ProposalDraft) => void;
  errors: Readonly<Record<string, string>>;
  /** The deposit fixes the tenant. */
  isOfDeposit: boolean;
  accounts: BookableAccounts;
  /** The deposit's money is in none of the receiving accounts. */
  isElsewhere: boolean;
}

export function ProposalFields(props: ProposalFieldsProps) {
  const { draft, onChange, errors, isOfDeposit, accounts, isElsewhere } = props;
  const change = (part: Partial<ProposalDraft>) => onChange({ ...draft, ...part });
  const rules = adjustmentRules(draft.kind);
  const move = moveOf(draft);
  const money = toMoney(draft.amount);
  const kinds = proposableKinds.filter((kind) => !isOfDeposit || adjustmentKinds[kind].ofDeposit);
  return (
    <>
      <Field label={t`Kind`} required error={errors["kind"]} hint={translateText(rules.hint)}>
        <Select
          options={kinds.map((kind) => ({
            value: kind,
            label: translateText(adjustmentKinds[kind].label),
          }))}
          value={draft.kind}
          onValueChange={(kind) => change({ kind, moveIndex: 0 })}
        />
      </Field>
      <Field label={t`What moves`} required error={errors["credit_account"]}>
        <Select
          options={rules.moves.map(({ label }, index) => ({
            value: String(index),
            label: translateText(label),
          }))}
          value={String(draft.moveIndex)}
          onValueChange={(index) => change({ moveIndex: Number(index) })}
        />
      </Field>
      <AccountChoices
        draft={draft}
        onChange={change}
        errors={errors}
        accounts={accounts}
        isElsewhere={isElsewhere}
      />
      {isOnWallet(move) &&
        (isOfDeposit ? (
          <Details of={[{ label: t`Tenant`, value: draft.tenantName }]} />
        ) : (
          <TenantChoice
            suggestions={
              draft.tenantId === undefined
                ? []
                : [{ id: draft.tenantId, name: draft.tenantName ?? "", phone: t`Chosen` }]
            }
            value={draft.tenantId}
            onChange={(tenantId, tenantName) => change({ tenantId, tenantName })}
            error={errors["tenant_id"]}
          />
        ))}
      <Field
        label={t`Amount`}
        required
        error={errors["amount"] ?? errors["deposit_id"]}
        hint={money && money.amount > 0 ? <AmountInWords value={money} /> : undefined}
      >
        <AmountInput value={draft.amount} onValueChange={(amount) => change({ amount })} />
      </Field>
      <Field
        label={t`Reason`}
        required
        error={errors["reason"]}
        hint={isOnWallet(move) ? t`The tenant sees it on the correction` : undefined}
        aside={t`${draft.reason.length} of ${limits.reasonCharsMax}`}
      >
        <Textarea
          rows={2}
          maxLength={limits.reasonCharsMax}
          value={draft.reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </Field>
      <Field
        label={t`Reference (optional)`}
        error={errors["reference"]}
        hint={t`For instance the bank’s reference or a ticket`}
      >
        <TextInput
          autoComplete="off"
          maxLength={limits.adjustmentReferenceCharsMax}
          value={draft.reference}
          onChange={(event) => change({ reference: event.target.value })}
        />
      </Field>
      <DocumentField
        value={draft.document}
        required={rules.needsDocument}
        onChange={(document) => change({ document })}
        error={errors["document"] ?? errors["document.content"] ?? errors["document.file_name"]}
      />
    </>
  );
}
