import { guardedKeys } from "@rokad/contract/guarded-settings";
import { settingNames, type SettingKey } from "@rokad/contract/setting-rules";
import { rupees } from "../../kernel/money.ts";
import type { ControlledChange, ProposalHandler } from "../proposals/proposal.ts";
import { defaultOf } from "../settings/setting-defaults.ts";
import { assertProvidersReady } from "./check-changes.ts";
import { lockSettings, storeChanges } from "./store-changes.ts";
import { findReplaced, isSame, lastChanger, type Change } from "./stored-values.ts";

/** A proposal's content: the changes as the proposer signed them. */
interface SettingsContent {
  readonly changes: readonly {
    readonly key: SettingKey;
    readonly before: unknown;
    readonly value: unknown;
    readonly toDefault: boolean;
  }[];
}

/** The part of a save that needs two people, as a controlled change; null without any. */
export function controlledPart(
  changed: readonly Change[],
  reason: string,
): ControlledChange | null {
  const guarded = changed
    .filter(({ key }) => guardedKeys.has(key))
    .map(({ key, before, value, toDefault }) => ({ key, before, value, toDefault }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  if (guarded.length === 0) return null;
  const content: SettingsContent = { changes: guarded };
  return {
    kind: "settings",
    subjects: guarded.map(({ key }) => key),
    title: guarded.map(({ key }) => settingNames[key]).join(", "),
    changes: guarded.map(({ key, before, value, toDefault }) => ({
      subject: key,
      before,
      after: value,
      to_default: toDefault,
    })),
    content,
    reason,
  };
}

/** Applies changes of settings that two super admins agreed to, or the only one. */
export const settingsProposals = {
  describe: (content: unknown) =>
    changesIn(content)
      .map(
        ({ key, before, value }) =>
          `${settingNames[key]} from ${inWords(key, before)} to ${inWords(key, value)}`,
      )
      .join(", "),

  check: (content) => assertProvidersReady(changesIn(content)),

  async findVoidReason(db, content) {
    const changes = changesIn(content);
    const replaced = await findReplaced(db, changes);
    if (replaced) {
      return `${await lastChanger(db, replaced)} changed “${settingNames[replaced]}” after this was proposed.`;
    }
    const other = changes.find(
      ({ key, value, toDefault }) => toDefault && !isSame(defaultOf(key), value),
    );
    return other && `The default of “${settingNames[other.key]}” changed after this was proposed.`;
  },

  async apply(db, content, approval) {
    await lockSettings(db);
    await storeChanges(db, approval, changesIn(content));
  },
} satisfies ProposalHandler;

/** "₹5.00", "18", "none". The keys of amounts name their unit; an unreadable value stays as stored. */
function inWords(key: SettingKey, value: unknown): string {
  if (value === null) return "none";
  if (key.includes("paise") && Number.isSafeInteger(value)) return rupees(BigInt(Number(value)));
  return typeof value === "string" ? value : JSON.stringify(value);
}

function changesIn(content: unknown): Change[] {
  return (content as SettingsContent).changes.map((change) => ({ ...change, seen: change.before }));
}
