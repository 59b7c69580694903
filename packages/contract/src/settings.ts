import * as z from "zod/mini";
import { defineCall, instant, many, one } from "./call.ts";
import { id, limit, page } from "./fields.ts";
import { limits } from "./limits.ts";
import { settingKeys } from "./setting-rules.ts";

const key = z.enum(settingKeys, { error: "There is no such setting" });

/** Null for the product itself and for the command line. */
const changer = z.nullable(z.object({ id, name: z.string() }));

export const setting = z
  .object({
    key,
    /** What counts now; where `problem` says that it can't be read, what is stored. */
    value: z.unknown(),
    default: z.unknown(),
    /** The only values that it can have; null where its rule alone decides. */
    choices: z.nullable(z.array(z.string())),
    is_default: z.boolean(),
    /** Null when it was never changed. */
    changed_at: z.nullable(instant()),
    changed_by: changer,
    /** Why what is stored can't be used; null when it can. */
    problem: z.nullable(z.string()),
  })
  .register(z.globalRegistry, {
    id: "Setting",
    description: "Amounts are whole paise, as their keys say.",
  });
export type Setting = z.output<typeof setting>;

export const settingChange = z
  .object({
    id,
    changed_at: instant(),
    changed_by: changer,
    from: z.unknown(),
    to: z.unknown(),
    /** It went back to the default, which `to` was at that time. */
    to_default: z.boolean(),
  })
  .register(z.globalRegistry, { id: "SettingChange" });
export type SettingChange = z.output<typeof settingChange>;

export const listSettings = defineCall({
  name: "listSettings",
  summary: "Every setting: its value, its default, and who changed it last",
  method: "GET",
  path: "/super-admin/settings",
  who: "superadmin",
  changesWith: ["settings"],
  answer: one(z.array(setting)),
});

const change = z
  .strictObject(
    {
      key,
      /** The value that it had where it was read: a change that came in between is not overwritten. */
      seen: z.optional(z.unknown()),
      value: z.optional(z.unknown()),
      back_to_default: z.optional(z.literal(true, "back_to_default can only be true")),
    },
    {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? `There is no field ${issue.keys.join(", ")}`
          : "A change has a key, what you saw, and a value",
    },
  )
  .check(
    z.refine((given) => given.seen !== undefined, {
      path: ["seen"],
      error: "Send the value that you saw as `seen`",
    }),
    z.refine((given) => (given.value === undefined) === (given.back_to_default === true), {
      path: ["value"],
      error: "Send either a value or `back_to_default`",
    }),
  );
export type ChangeOfSetting = z.input<typeof change>;

export const changeSettings = defineCall({
  name: "changeSettings",
  summary: "Change settings: all of them, or none when one is refused",
  method: "PUT",
  path: "/super-admin/settings",
  who: "superadmin",
  body: z.object({
    changes: z.array(change, { error: "Changes must be a list" }).check(
      z.minLength(1, "Send at least one change"),
      z.maxLength(settingKeys.length, "Send each setting once"),
      z.refine(
        (changes) => new Set(changes.map((asked) => asked.key)).size === changes.length,
        "Send each setting once",
      ),
    ),
  }),
  answer: z.object({ success: z.literal(true), message: z.string(), data: z.array(setting) }),
  errors: ["SETTING_CHANGED"],
});

export const listSettingHistory = defineCall({
  name: "listSettingHistory",
  summary: "Every change of a setting, newest first",
  method: "GET",
  path: "/super-admin/settings/{key}/history",
  who: "superadmin",
  changesWith: ["settings"],
  params: z.object({ key }),
  query: z.object({ page: page(), limit: limit(limits.settingHistoryPageRows) }),
  answer: many(settingChange),
});
