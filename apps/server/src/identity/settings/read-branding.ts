import { brand } from "@rokad/contract/brand";
import type { Branding } from "@rokad/contract/brand-lines";
import { brandingFields, brandingKeys, type BrandingKey } from "@rokad/contract/branding-rules";
import { database } from "../../database/db.ts";
import { groupCommit } from "../../database/group-commit.ts";
import { checkSetting } from "./check-setting.ts";
import { logUnreadable } from "./settings.ts";

/** The current branding: the defaults of `brand.ts` with the changes from System Settings. */
export async function readBranding(): Promise<Branding> {
  return { ...brand, ...(await readChangedBranding()) };
}

/** The product's name, for documents and SMS. */
export async function productName(): Promise<string> {
  return (await readBranding()).product;
}

/** The fields that differ from `brand.ts`. Calls at the same moment share one query. */
export function readChangedBranding(): Promise<Partial<Branding>> {
  return readTogether(undefined);
}

const readTogether = groupCommit<undefined, Partial<Branding>>(
  async (requests) => {
    const rows = await database()
      .selectFrom("settings")
      .select(["key", "value"])
      .where("key", "in", brandingKeys)
      .orderBy("key")
      .execute();
    const changed = Object.fromEntries(rows.flatMap((row) => fieldOf(row)));
    return requests.map(() => changed);
  },
  { atMost: 1_000 },
);

/** Ignores an unreadable value, so that `brand.ts` applies: a wrong name must not block sign-in. */
function fieldOf(row: { readonly key: string; readonly value: unknown }): [string, unknown][] {
  const key = row.key as BrandingKey;
  const checked = checkSetting(key, row.value);
  if (!checked.problems) return [[brandingFields[key], checked.value]];
  logUnreadable(key, row.value);
  return [];
}
