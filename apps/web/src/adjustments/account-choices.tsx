import { isOn } from "@rokad/contract/adjustment-kinds";
import { providerLabel } from "@rokad/contract/reconciliation";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { accountName } from "./adjustment-labels.ts";
import { moveOf, type BookableAccounts, type ProposalDraft } from "./proposal-draft.ts";

/** Stands for money on a virtual account that settles into none of the receiving accounts. */
const elsewhere = "elsewhere";

interface AccountChoicesProps {
  draft: ProposalDraft;
  onChange: (part: Partial<ProposalDraft>) => void;
  errors: Readonly<Record<string, string>>;
  accounts: BookableAccounts;
  /** The deposit's money is in none of the receiving accounts. */
  isElsewhere: boolean;
}

/** Which receiving account and which provider the adjustment is on, where it moves them. */
export function AccountChoices(props: AccountChoicesProps) {
  const { draft, onChange, errors, accounts, isElsewhere } = props;
  const move = moveOf(draft);
  const options = [
    ...(isElsewhere ? [{ value: elsewhere, label: t`None: on a virtual account` }] : []),
    ...accounts.receiving_accounts.map((one) => ({ value: one.id, label: accountName(one) })),
  ];
  return (
    <>
      {isOn(move, "bank") && options.length > 0 && (
        <Field label={t`Receiving account`} required error={errors["receiving_account"]}>
          <Select
            options={options}
            value={draft.receivingAccount ?? (isElsewhere ? elsewhere : null)}
            placeholder={t`Choose a receiving account`}
            onValueChange={(id) =>
              onChange({ receivingAccount: id === elsewhere ? undefined : id })
            }
          />
        </Field>
      )}
      {isOn(move, "provider") && (
        <Field label={t`Provider`} required error={errors["provider"]}>
          <Select
            options={accounts.providers.map((name) => ({
              value: name,
              label: translateText(providerLabel(name)),
            }))}
            value={draft.provider ?? null}
            placeholder={t`Choose a provider`}
            onValueChange={(provider) => onChange({ provider })}
          />
        </Field>
      )}
    </>
  );
}
