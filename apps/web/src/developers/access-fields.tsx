import { t } from "../language.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { addressesOf, type AccessDraft } from "./access-draft.ts";

interface AccessFieldsProps {
  draft: AccessDraft;
  onDraft: (draft: AccessDraft) => void;
  errors: Readonly<Record<string, string>>;
  yourAddress: string;
  /** Whether the key sends payouts. */
  sends: boolean;
  /** Whether this person can sign limits. */
  canSign: boolean;
  /** Whether the key has no limits yet and may stay without: it sends nothing then. */
  canStayWithout?: boolean;
}

/** From where a key works, and how much it may send. */
export function AccessFields(props: AccessFieldsProps) {
  const { draft, onDraft, errors, yourAddress, sends, canSign } = props;
  const hasLimits = sends && canSign;
  const needsList = hasLimits && !props.canStayWithout;
  const list = addressesOf(draft.networks);
  return (
    <>
      <Field
        label={t`Addresses that may use it`}
        hint={
          needsList
            ? t`One a line: 203.0.113.7 or 203.0.113.0/24, IPv4 or IPv6`
            : t`One a line, such as 203.0.113.0/24. Blank: any address`
        }
        required={needsList}
        error={errors["networks"]}
        aside={
          !list.includes(yourAddress) && (
            <Button
              variant="ghost"
              size="sm"
              onClick={() => onDraft({ ...draft, networks: [...list, yourAddress].join("\n") })}
            >
              {t`Add mine, ${yourAddress}`}
            </Button>
          )
        }
      >
        <Textarea
          className="font-mono"
          spellCheck={false}
          value={draft.networks}
          onChange={({ target }) => onDraft({ ...draft, networks: target.value })}
        />
      </Field>
      {hasLimits && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label={t`Limit per payout`}
            required={needsList}
            {...(!needsList && { hint: t`Both blank: the key sends nothing` })}
            error={errors["limits.per_payout"]}
          >
            <AmountInput
              value={draft.perPayout}
              onValueChange={(perPayout) => onDraft({ ...draft, perPayout })}
            />
          </Field>
          <Field
            label={t`Limit per day`}
            required={needsList}
            hint={t`A day in India; without charges`}
            error={errors["limits.per_day"]}
          >
            <AmountInput
              value={draft.perDay}
              onValueChange={(perDay) => onDraft({ ...draft, perDay })}
            />
          </Field>
        </div>
      )}
    </>
  );
}
