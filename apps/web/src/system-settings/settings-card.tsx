import { useState, type ReactNode } from "react";
import { t } from "../super-admin-language.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import type { WantedChange } from "./changes.ts";
import { cn } from "../ui/class-names.ts";
import { SettingField } from "./setting-field.tsx";
import type { SettingGroup } from "./setting-groups.ts";
import type { TypedKey } from "./typed-settings.ts";
import { readTyped, textOf } from "./setting-text.ts";
import type { SettingsByKey } from "./use-settings.ts";

/** Unsaved input, by setting. */
export type Drafts = Readonly<Partial<Record<TypedKey, string>>>;

interface SettingsCardProps {
  group: SettingGroup;
  /** Whether the person's roles permit a change of the setting; otherwise its field is read-only. */
  canChange: (key: TypedKey) => boolean;
  settings: SettingsByKey;
  drafts: Drafts;
  onDrafts: (drafts: Drafts) => void;
  onChange: (changes: WantedChange[]) => void;
  onHistory: (key: TypedKey) => void;
  /** The notice of a waiting change of a setting. */
  waitingNotice: (key: TypedKey) => ReactNode;
}

/** A group of settings with one form; nothing takes effect before it is saved. */
export function SettingsCard(props: SettingsCardProps) {
  const { group, canChange, settings, drafts, onDrafts, onChange, onHistory, waitingNotice } =
    props;
  const [touched, setTouched] = useState<ReadonlySet<TypedKey>>(new Set());
  const typed = group.keys.filter((key) => drafts[key] !== undefined);
  // A setting with a waiting change can't be edited, so its draft is shown but not saved.
  const savable = typed.filter((key) => !waitingNotice(key));
  const readings = savable.map((key) => ({ key, ...readTyped(key, drafts[key] ?? "") }));
  const problemOf = (key: TypedKey) => readings.find((one) => one.key === key)?.problem;

  function type(key: TypedKey, text: string): void {
    const { [key]: _, ...others } = drafts;
    const isUnchanged = text === textOf(key, settings[key].value);
    onDrafts(isUnchanged ? others : { ...others, [key]: text });
  }

  function submit(): void {
    setTouched(new Set(group.keys));
    if (readings.some(({ problem }) => problem)) return;
    onChange(readings.map(({ key, value }) => ({ key, value })));
  }

  function discard(): void {
    setTouched(new Set());
    onDrafts(Object.fromEntries(Object.entries(drafts).filter(([key]) => !isIn(group, key))));
  }

  return (
    <Card>
      <CardHeader title={group.title} description={group.description} ruled />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <CardBody className={cn("grid items-start gap-5", group.wide && "sm:grid-cols-2")}>
          {group.keys.map((key) => (
            <SettingField
              key={key}
              name={key}
              setting={settings[key]}
              readOnly={!canChange(key)}
              text={drafts[key] ?? textOf(key, settings[key].value)}
              waiting={waitingNotice(key)}
              problem={touched.has(key) ? problemOf(key) : undefined}
              onText={(text) => type(key, text)}
              onBlur={() => drafts[key] !== undefined && setTouched(new Set([...touched, key]))}
              onDefault={() => onChange([{ key, toDefault: true }])}
              onHistory={() => onHistory(key)}
            />
          ))}
        </CardBody>
        {group.keys.some(canChange) && (
          <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-4">
            {typed.length > 0 && (
              <Button variant="ghost" onClick={discard}>
                {t`Discard`}
              </Button>
            )}
            <Button type="submit" disabled={savable.length === 0}>
              {t`Save ${group.title.toLowerCase()}`}
            </Button>
          </footer>
        )}
      </form>
    </Card>
  );
}

function isIn(group: SettingGroup, key: string): boolean {
  return group.keys.some((one) => one === key);
}
