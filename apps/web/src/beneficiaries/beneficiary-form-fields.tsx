import { beneficiaryKinds, type BeneficiaryKind } from "@rokad/contract/beneficiary-form";
import { useState } from "react";
import { useController, type Control, type FieldValues } from "react-hook-form";
import { t } from "../language.ts";
import { capitalsAndDigits } from "../api/clean-field.ts";
import { parseMobile } from "../api/parse-mobile.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { kindLabels } from "./beneficiary-columns.tsx";
import { PlainField } from "./plain-field.tsx";

const kinds = beneficiaryKinds.map((value) => ({ value, label: kindLabels[value] }));

/** Who it is. */
export function NameFields<Fields extends FieldValues>(props: { control: Control<Fields> }) {
  const control = props.control as unknown as Control;
  const kind = useController({ control, name: "kind" });
  return (
    <>
      <PlainField
        control={control}
        name="name"
        label={t`Name`}
        required
        hint={t`Exactly as on the bank account`}
        isWide
      />
      <Field label={t`Kind`} required error={kind.fieldState.error?.message}>
        <Select
          options={kinds}
          value={kind.field.value as BeneficiaryKind}
          onValueChange={kind.field.onChange}
          onBlur={kind.field.onBlur}
        />
      </Field>
      <PlainField
        control={control}
        name="short_name"
        label={t`Short name`}
        placeholder={t`Optional`}
      />
    </>
  );
}

/** What may be left out. */
export function DetailFields<Fields extends FieldValues>(props: { control: Control<Fields> }) {
  const control = props.control as unknown as Control;
  return (
    <>
      <PlainField
        control={control}
        name="email"
        label={t`Email`}
        inputMode="email"
        placeholder={t`Optional`}
      />
      <PlainField
        control={control}
        name="phone"
        label={t`Phone number`}
        leading="+91"
        inputMode="numeric"
        placeholder={t`Optional`}
        clean={parseMobile}
      />
      <PlainField control={control} name="address" label={t`Address`} rows={2} isWide />
      <PlainField
        control={control}
        name="gstin"
        label="GSTIN"
        placeholder={t`Optional`}
        clean={(text) => capitalsAndDigits(text).slice(0, 15)}
      />
      <PlainField
        control={control}
        name="pan"
        label="PAN"
        placeholder={t`Optional`}
        clean={(text) => capitalsAndDigits(text).slice(0, 10)}
      />
      <TagsField control={control} />
      <PlainField control={control} name="note" label={t`Note`} rows={2} isWide />
    </>
  );
}

/** Tags as one text with commas. */
function TagsField({ control }: { control: Control }) {
  const { field, fieldState } = useController({ control, name: "tags" });
  const { ref, onBlur, onChange } = field;
  // The text keeps a comma at its end, which the list of tags has no place for.
  const [text, setText] = useState(() => (field.value as readonly string[]).join(", "));
  const error = fieldState.error as { message?: string } | { message?: string }[] | undefined;
  const message = Array.isArray(error)
    ? error.find((one) => one?.message)?.message
    : error?.message;
  return (
    <Field
      label={t`Tags`}
      hint={t`Separate tags with commas`}
      error={message}
      className="sm:col-span-2"
    >
      <TextInput
        ref={ref}
        name="tags"
        autoComplete="off"
        placeholder={t`Optional`}
        value={text}
        onBlur={onBlur}
        onChange={(event) => {
          setText(event.target.value);
          onChange(
            event.target.value
              .split(",")
              .map((tag) => tag.trim())
              .filter(Boolean),
          );
        }}
      />
    </Field>
  );
}
