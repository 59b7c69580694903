import * as z from "zod/mini";
import { dataAnswer, defineCall, instant, pageAnswer } from "./call.ts";
import { id, idName, limit, page } from "./fields.ts";
import { limits } from "./limits.ts";
import { guardedKeys } from "./guarded-settings.ts";
import { proposalReason } from "./proposals.ts";
import { settingKeys, type SettingKey } from "./setting-rules.ts";

const key = z.enum(settingKeys, { error: "There is no such setting" });

/** Null for an automatic change and for the command line. */
const changer = z.nullable(idName);

export const setting = z
  .object({
    key,
    /** The value in use; with a `problem`, the stored value. */
    value: z.unknown(),
    default: z.unknown(),
    /** The allowed values; null if the rule alone decides. */
    choices: z.nullable(z.array(z.string())),
    is_default: z.boolean(),
    /** Null if it was never changed. */
    changed_at: z.nullable(instant()),
    changed_by: changer,
    /** Why the stored value can't be used; null if it can. */
    problem: z.nullable(z.string()),
  })
  .register(z.globalRegistry, {
    id: "Setting",
    description: "Amounts are whole paise, as the keys say.",
  });
export type Setting = z.output<typeof setting>;

export const settingChange = z
  .object({
    id,
    changed_at: instant(),
    changed_by: changer,
    /** The second super admin; null where one was enough. */
    confirmed_by: changer,
    from: z.unknown(),
    to: z.unknown(),
    /** True for a reset to the default; `to` is the default at that time. */
    to_default: z.boolean(),
  })
  .register(z.globalRegistry, { id: "SettingChange" });
export type SettingChange = z.output<typeof settingChange>;

export const listSettings = defineCall({
  name: "listSettings",
  summary: "Every setting: its value, its default, and who changed it last",
  tag: "Settings",
  method: "GET",
  path: "/super-admin/settings",
  who: "superadmin",
  needs: "view",
  changesWith: ["settings"],
  answer: dataAnswer(z.array(setting)),
});

const change = z
  .strictObject(
    {
      key,
      /** The value as you read it: a later change is not overwritten. */
      seen: z.optional(z.unknown()),
      value: z.optional(z.unknown()),
      back_to_default: z.optional(z.literal(true, "back_to_default can only be true")),
    },
    {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? `Unknown field: ${issue.keys.join(", ")}`
          : "Send a key, the value that you read, and a new value",
    },
  )
  .check(
    z.refine((sent) => sent.seen !== undefined, {
      path: ["seen"],
      error: "Send the value that you read as `seen`",
    }),
    z.refine((sent) => (sent.value === undefined) === (sent.back_to_default === true), {
      path: ["value"],
      error: "Send either a value or `back_to_default`",
    }),
  );
export type SettingChangeRequest = z.input<typeof change>;

const changes = z.array(change, { error: "Changes must be a list" }).check(
  z.minLength(1, "Send at least one change"),
  z.maxLength(settingKeys.length, "Send each setting once"),
  z.refine(
    (list) => new Set(list.map((each) => each.key)).size === list.length,
    "Send each setting once",
  ),
);

interface Changes {
  readonly changes: readonly { readonly key: SettingKey }[];
}

/** Whether one of the changes needs two super admins: it is signed, with a reason. */
export function changesGuarded({ changes: list }: Changes): boolean {
  return list.some((one) => guardedKeys.has(one.key));
}

export const changeSettings = defineCall({
  name: "changeSettings",
  summary:
    "Change settings: all of them, or none if one is invalid. Those that guard money are proposed",
  tag: "Settings",
  method: "PUT",
  path: "/super-admin/settings",
  who: "superadmin",
  needs: "finance",
  stepUp: { signs: "request", unless: (body: Changes) => !changesGuarded(body) },
  body: z.object({
    changes,
    /** Required for settings that guard money. */
    reason: z.optional(proposalReason),
  }),
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.array(setting),
    /** The settings that changed at once. */
    applied: z.array(key),
    /** The proposal of the others; null if all changed at once. */
    proposal_id: z.nullable(id),
  }),
  errors: ["SETTING_CHANGED", "PROPOSAL_WAITING", "CONFIRMER_TOO_NEW", "ACCOUNT_INACTIVE"],
  example: {
    request: {
      changes: [{ key: "fee_paise", seen: 500, value: 600 }],
      reason: "New price list from December",
    },
  },
});

export const listSettingHistory = defineCall({
  name: "listSettingHistory",
  summary: "Every change of a setting, newest first",
  tag: "Settings",
  method: "GET",
  path: "/super-admin/settings/{key}/history",
  who: "superadmin",
  needs: "view",
  changesWith: ["settings"],
  params: z.object({ key }),
  query: z.object({ page: page(), limit: limit(limits.settingHistoryPageRows) }),
  answer: pageAnswer(settingChange),
});
