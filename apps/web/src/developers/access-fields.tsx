import { AmountInput } from "../ui/amount-input.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Textarea } from "../ui/textarea.tsx";

/** What a person types about addresses and limits. */
export interface AccessDraft {
  readonly networks: string;
  readonly perPayout: number | undefined;
  readonly perDay: number | undefined;
}

interface AccessFieldsProps {
  draft: AccessDraft;
  onDraft: (draft: AccessDraft) => void;
  errors: Readonly<Record<string, string>>;
  yourAddress: string;
  /** Whether the key sends payouts. */
  sends: boolean;
  /** Whether this person can sign limits. */
  canSign: boolean;
}

/** From where a key works, and how much it may send. */
export function AccessFields(props: AccessFieldsProps) {
  const { draft, onDraft, errors, yourAddress, sends, canSign } = props;
  const needsList = sends && canSign;
  const list = addressesOf(draft.networks);
  return (
    <>
      <Field
        label="Addresses that may use it"
        hint={
          needsList
            ? "One a line: 203.0.113.7 or 203.0.113.0/24, IPv4 or IPv6"
            : "One a line, such as 203.0.113.0/24. Blank: any address"
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
              Add mine, {yourAddress}
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
      {needsList && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="Limit per payout" required error={errors["limits.per_payout"]}>
            <AmountInput
              value={draft.perPayout}
              onValueChange={(perPayout) => onDraft({ ...draft, perPayout })}
            />
          </Field>
          <Field
            label="Limit per day"
            required
            hint="A day in India; without charges"
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

/** The lines of a list, without blank ones. */
export function addressesOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** As the call takes it. NaN is no amount: the contract's message for it follows. */
export function accessOf(draft: AccessDraft, hasLimits: boolean) {
  const { perPayout = Number.NaN, perDay = Number.NaN } = draft;
  return {
    networks: addressesOf(draft.networks),
    limits: hasLimits ? { per_payout: perPayout, per_day: perDay } : null,
  };
}

/** The first message of each field; those of single addresses stand at the list. */
export function messagesOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = path[0] === "networks" ? "networks" : path.map(String).join(".");
    messages[field] ??= message;
  }
  return messages;
}
