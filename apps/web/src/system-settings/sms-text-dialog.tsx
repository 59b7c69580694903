import {
  smsVariableNames,
  tagsIn,
  variablesFor,
  type SmsKind,
  type SmsTemplate,
} from "@rokad/contract/sms-text";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { draftOf, isUnusual, longestSms, readDraft, sizeInWords, withText } from "./sms-draft.ts";

const titles: Readonly<Record<SmsKind, string>> = {
  sign_in: "Sign-in text",
  payout: "Payout text",
  decision: "Decision text",
};

/** A variable is known by its place in the text. */
function placesIn(text: string) {
  return tagsIn(text).map((name, at) => ({ name, at }));
}

interface SmsTextDialogProps {
  open: boolean;
  kind: SmsKind;
  template: SmsTemplate;
  product: string;
  /** Goes on to what it means; what was typed stays until it is saved. */
  onSubmit: (template: SmsTemplate) => void;
  onClose: () => void;
}

/** A text as it is registered, what stands at its variables, and how it will arrive. */
export function SmsTextDialog(props: SmsTextDialogProps) {
  const { open, kind, template, product, onSubmit, onClose } = props;
  const [draft, setDraft] = useState(() => draftOf(template));
  const [touched, setTouched] = useState(false);
  const { value, problems } = readDraft(kind, draft);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(template));
  const shown = touched ? problems : {};
  const preview = longestSms(draft, product);
  const set = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change });

  function submit(): void {
    setTouched(true);
    if (value) onSubmit(value);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      outsideCloses={!isChanged}
      title={titles[kind]}
      description="Operators compare every text with the registered one and drop what differs."
    >
      <form
        className="contents"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <DialogBody className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label="Registered text"
            required
            error={shown.text}
            hint="To the letter, with its variables like {#numeric#} and {#alphanumeric#}"
            className="sm:col-span-2"
          >
            <Textarea
              rows={4}
              value={draft.text}
              onChange={(event) => setDraft(withText(draft, event.target.value))}
              onBlur={() => setTouched(touched || isChanged)}
            />
          </Field>
          <Notice tone="plain" title="So it arrives, at its longest" className="sm:col-span-2">
            <p className="break-words">{preview}</p>
            <p className="mt-1 text-xs">{sizeInWords(preview)}</p>
          </Notice>
          {placesIn(draft.text).map(({ name, at }) => (
            <Field key={at} label={`Variable ${at + 1}, {#${name}#}`}>
              <Select
                options={variablesFor(kind).map((one) => ({
                  value: one,
                  label: smsVariableNames[one],
                }))}
                value={draft.variables[at] ?? null}
                placeholder="Choose what stands there"
                onValueChange={(chosen) => set({ variables: draft.variables.with(at, chosen) })}
              />
            </Field>
          ))}
          {shown.variables && (
            <Notice tone="bad" className="sm:col-span-2">
              {shown.variables}
            </Notice>
          )}
          {isUnusual(kind, draft) && (
            <Notice tone="warn" className="sm:col-span-2">
              Operators register more than three variables only for reasons that they have accepted.
            </Notice>
          )}
          <Field label="DLT template ID" error={shown.dlt_template_id} hint="10 to 25 digits">
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              value={draft.dlt_template_id}
              onChange={(event) => set({ dlt_template_id: event.target.value })}
            />
          </Field>
          <Field
            label="MSG91 template ID"
            error={shown.msg91_template_id}
            hint="Blank when MSG91 is not used"
          >
            <TextInput
              autoComplete="off"
              spellCheck={false}
              value={draft.msg91_template_id}
              onChange={(event) => set({ msg91_template_id: event.target.value })}
            />
          </Field>
          <Field
            label="MSG91 sends it by"
            hint="Its variables are VAR1, VAR2 and so on; over OTP the code is OTP"
          >
            <Select
              options={[
                { value: "flow", label: "Flow" },
                { value: "otp", label: "OTP" },
              ]}
              value={draft.msg91_route}
              onValueChange={(msg91_route) => set({ msg91_route })}
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isChanged}>
            Review the change
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
