import type { ReactNode } from "react";
import { settingNames } from "@rokad/contract/setting-rules";
import type { Setting } from "@rokad/contract/settings";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { keepAmountCharacters } from "../ui/parse-rupees.ts";
import { describeSetting, textOf } from "./setting-text.ts";
import { SettingFooter } from "./setting-footer.tsx";
import { typedSettings, type TypedKey } from "./typed-settings.ts";

interface SettingFieldProps {
  name: TypedKey;
  setting: Setting;
  readOnly: boolean;
  text: string;
  /** The error of the input. */
  problem: string | undefined;
  /** The waiting change of this setting; it can't be edited meanwhile. */
  waiting: ReactNode;
  onText: (text: string) => void;
  onBlur: () => void;
  onDefault: () => void;
  onHistory: () => void;
}

/** One setting: value, rule, default and last change. */
export function SettingField(props: SettingFieldProps) {
  const { name, setting, readOnly, text, problem, waiting } = props;
  const stored = setting.problem && t`The stored value can't be read. ${setting.problem}`;
  return (
    <div className="grid content-start gap-1.5">
      <Field
        label={translateText(settingNames[name])}
        hint={typedSettings[name].hint}
        error={problem ?? stored ?? undefined}
      >
        <Control {...props} />
      </Field>
      {waiting}
      <SettingFooter
        setting={setting}
        now={
          text === textOf(name, setting.value) ? undefined : describeSetting(name, setting.value)
        }
        {...(!waiting && !readOnly && { onDefault: props.onDefault })}
        onHistory={props.onHistory}
      />
    </div>
  );
}

const inputModes = {
  count: "numeric",
  days: "text",
  paise: "decimal",
  percent: "decimal",
  line: "text",
  choice: "text",
  id: "text",
} as const;

function Control({ name, setting, readOnly, text, waiting, onText, onBlur }: SettingFieldProps) {
  const { kind, unit } = typedSettings[name];
  const disabled = Boolean(waiting);
  if (setting.choices) {
    return (
      <Select
        options={setting.choices.map((value) => ({ value, label: value }))}
        value={setting.choices.includes(text) ? text : null}
        placeholder={text}
        disabled={disabled || readOnly}
        onValueChange={onText}
        onBlur={onBlur}
      />
    );
  }
  if (kind === "text") {
    return (
      <Textarea
        disabled={disabled}
        readOnly={readOnly}
        rows={name === "terms" || name === "privacy" ? 10 : 3}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onBlur={onBlur}
      />
    );
  }
  return (
    <TextInput
      {...(kind === "paise" && { leading: "₹" })}
      {...(unit && { trailing: <span className="pr-1 text-dense">{unit}</span> })}
      inputMode={inputModes[kind]}
      autoComplete="off"
      disabled={disabled}
      readOnly={readOnly}
      value={text}
      onChange={(event) =>
        onText(
          kind === "line" || kind === "id" || kind === "days"
            ? event.target.value
            : keepAmountCharacters(event.target.value),
        )
      }
      onBlur={onBlur}
    />
  );
}
