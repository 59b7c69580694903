import {
  chooseNotification,
  notificationGroups,
  type NotificationChoice,
} from "@rokad/contract/notification-choices";
import { Check } from "lucide-react";
import { useState } from "react";
import { translateText } from "../answers.ts";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { currentViewing } from "../api/viewing.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Field } from "../ui/field.tsx";
import { toast } from "../ui/toast.ts";
import type { ChoicesProps } from "./choices-props.ts";

type Choose = (
  kind: NotificationChoice["kind"],
  body: { email?: boolean; sms?: boolean; above?: number },
) => Promise<void>;

/** One row for each kind, grouped, with a box for each channel. */
export function ChoicesCard({ choices, onChanged }: ChoicesProps) {
  // A press shows at once; the server's answer replaces it.
  const [pressed, setPressed] = useState<Readonly<Record<string, boolean>>>({});

  const choose: Choose = async (kind, body) => {
    const marks = Object.entries(body).flatMap(([channel, value]) =>
      typeof value === "boolean" ? [[`${kind} ${channel}`, value] as const] : [],
    );
    setPressed((before) => ({ ...before, ...Object.fromEntries(marks) }));
    try {
      await send(chooseNotification, { params: { kind }, body });
      onChanged();
    } catch (error) {
      setPressed((before) =>
        Object.fromEntries(
          Object.entries(before).filter(([key]) => !marks.some(([mark]) => mark === key)),
        ),
      );
      toast.error(messageOf(error));
    }
  };
  const isOn = (kind: string, channel: "email" | "sms", stored: boolean) =>
    pressed[`${kind} ${channel}`] ?? stored;

  return (
    <Card aria-label={t`What reaches you`}>
      <CardHeader
        title={t`What reaches you`}
        description={
          choices.email === null
            ? t`E-mails begin once you have verified an address. Several of one kind come together.`
            : t`Several of one kind come together, at most every 5 minutes.`
        }
        ruled
      />
      <table className="w-full table-fixed text-sm">
        <caption className="sr-only">{t`Kinds of notifications and their channels`}</caption>
        <thead>
          <tr className="text-left text-xs text-muted">
            <th scope="col" className="py-2 pl-5 font-medium">
              {t`Notification`}
            </th>
            {[t`Console`, t`E-mail`, "SMS"].map((channel) => (
              <th
                key={channel}
                scope="col"
                className="w-14 py-2 text-center font-medium last:w-15 sm:w-24 sm:last:w-24"
              >
                {channel}
              </th>
            ))}
          </tr>
        </thead>
        {notificationGroups.map((group) => {
          const kinds = choices.kinds.filter((one) => one.group === group);
          if (kinds.length === 0) return null;
          return (
            <tbody key={group}>
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={4}
                  className="border-y border-line bg-sunken px-5 py-1.5 text-left text-xs font-semibold text-muted"
                >
                  {translateText(group)}
                </th>
              </tr>
              {kinds.map((one) => (
                <ChoiceRow key={one.kind} of={one} isOn={isOn} choose={choose} />
              ))}
            </tbody>
          );
        })}
      </table>
    </Card>
  );
}

interface ChoiceRowProps {
  of: NotificationChoice;
  isOn: (kind: string, channel: "email" | "sms", stored: boolean) => boolean;
  choose: Choose;
}

function ChoiceRow({ of, isOn, choose }: ChoiceRowProps) {
  const { kind, email, sms, above } = of;
  const name = translateText(of.name);
  // About approvals, only texts begin at an amount.
  const isOfTexts = of.group === "Approvals";
  const isReadOnly = Boolean(currentViewing());
  const box = (channel: "email" | "sms", label: string, stored: boolean) => (
    <label className="mx-auto flex size-11 cursor-pointer items-center justify-center">
      <span className="sr-only">{t`${name} by ${label}`}</span>
      <Checkbox
        checked={isOn(kind, channel, stored)}
        disabled={isReadOnly}
        onChange={(event) => void choose(kind, { [channel]: event.target.checked })}
      />
    </label>
  );
  return (
    <tr className="border-b border-line last:border-b-0">
      <th scope="row" className="py-1.5 pr-2 pl-5 text-left font-normal">
        {name}
        {above && !(isOfTexts && sms === "unavailable") && (
          <Threshold
            key={above.amount}
            name={name}
            label={isOfTexts ? t`Texts from this amount` : t`From this amount`}
            rupees={above.amount / 100}
            isReadOnly={isReadOnly}
            onSave={(rupees) => choose(kind, { above: rupees })}
          />
        )}
      </th>
      <td className="text-center">
        <Check aria-hidden className="mx-auto size-4 text-muted" />
        <span className="sr-only">{t`Always`}</span>
      </td>
      <td className="text-center">{box("email", t`e-mail`, email)}</td>
      <td className="text-center">
        {sms === "on" || sms === "off" ? (
          box("sms", "SMS", sms === "on")
        ) : (
          <span className="text-xs text-muted">
            {sms === "always" ? (
              t`Always`
            ) : (
              <>
                <span aria-hidden>—</span>
                <span className="sr-only">{t`Not available`}</span>
              </>
            )}
          </span>
        )}
      </td>
    </tr>
  );
}

interface ThresholdProps {
  name: string;
  label: string;
  rupees: number;
  isReadOnly: boolean;
  onSave: (rupees: number) => Promise<void>;
}

function Threshold({ name, label, rupees, isReadOnly, onSave }: ThresholdProps) {
  const [amount, setAmount] = useState<number | undefined>(rupees);
  const [busy, setBusy] = useState(false);
  const isValid = amount !== undefined && Number.isFinite(amount);

  async function save() {
    if (!isValid) return;
    setBusy(true);
    await onSave(amount);
    setBusy(false);
  }

  return (
    <div className="mt-1 mb-1.5 flex max-w-72 flex-wrap items-end gap-2">
      <Field
        label={<span className="text-xs font-normal text-muted">{label}</span>}
        className="min-w-32 flex-1"
        {...(!isValid && { error: t`Enter an amount` })}
      >
        <AmountInput
          aria-label={`${name}: ${label.toLowerCase()}`}
          value={amount}
          disabled={isReadOnly}
          onValueChange={setAmount}
        />
      </Field>
      {amount !== rupees && isValid && (
        <Button
          variant="secondary"
          busy={busy}
          busyLabel={t`Saving...`}
          onClick={() => void save()}
        >
          {t`Save`}
        </Button>
      )}
    </div>
  );
}
