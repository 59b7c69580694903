import { smsNames } from "@rokad/contract/sms-settings";
import {
  smsVariableNames,
  tagsIn,
  variablesFor,
  type SmsKind,
  type SmsTemplate,
} from "@rokad/contract/sms-text";
import { useState } from "react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { Textarea } from "../ui/textarea.tsx";
import {
  draftOf,
  isUnusual,
  longestSms,
  readDraft,
  describeSmsSize,
  withText,
} from "./sms-draft.ts";

/** The variables by their position in the text. */
function variablesIn(text: string) {
  return tagsIn(text).map((name, at) => ({ name, at }));
}

interface SmsTextDialogProps {
  open: boolean;
  kind: SmsKind;
  template: SmsTemplate;
  product: string;
  /** Continues to the confirmation; the input stays until it is saved. */
  onSubmit: (template: SmsTemplate) => void;
  onClose: () => void;
}

/** A registered text, the values of its variables, and its preview. */
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
      title={translateText(smsNames[kind])}
      description={t`Operators drop every text that differs from the registered one.`}
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
            label={t`Registered text`}
            required
            error={shown.text}
            hint={t`Exactly as registered, with variables like {#numeric#} and {#alphanumeric#}`}
            className="sm:col-span-2"
          >
            <Textarea
              rows={4}
              value={draft.text}
              onChange={(event) => setDraft(withText(draft, event.target.value))}
              onBlur={() => setTouched(touched || isChanged)}
            />
          </Field>
          <Notice tone="plain" title={t`Preview at maximum length`} className="sm:col-span-2">
            <p className="break-words">{preview}</p>
            <p className="mt-1 text-xs">{describeSmsSize(preview)}</p>
          </Notice>
          {variablesIn(draft.text).map(({ name, at }) => (
            <Field key={at} label={t`Variable ${at + 1}, {#${name}#}`}>
              <Select
                options={variablesFor(kind).map((one) => ({
                  value: one,
                  label: smsVariableNames[one],
                }))}
                value={draft.variables[at] ?? null}
                placeholder={t`Choose a value`}
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
              {t`Operators accept more than three variables only with a recorded reason.`}
            </Notice>
          )}
          <Field label={t`DLT template ID`} error={shown.dlt_template_id} hint={t`10 to 25 digits`}>
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              value={draft.dlt_template_id}
              onChange={(event) => set({ dlt_template_id: event.target.value })}
            />
          </Field>
          <Field
            label={t`MSG91 template ID`}
            error={shown.msg91_template_id}
            hint={t`Blank when MSG91 is not used`}
          >
            <TextInput
              autoComplete="off"
              spellCheck={false}
              value={draft.msg91_template_id}
              onChange={(event) => set({ msg91_template_id: event.target.value })}
            />
          </Field>
          <Field
            label={t`MSG91 route`}
            error={shown.msg91_route}
            hint={t`Variables are VAR1, VAR2 and so on; the OTP route names the code OTP`}
          >
            <Select
              options={[
                { value: "flow", label: t`Flow` },
                { value: "otp", label: "OTP" },
              ]}
              value={draft.msg91_route}
              onValueChange={(msg91_route) => set({ msg91_route })}
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" disabled={!isChanged}>
            {t`Review the change`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
