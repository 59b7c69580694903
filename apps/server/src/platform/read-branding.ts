import { brand, type Branding } from "@rokad/contract/brand";
import { brandingFields, brandingKeys, type BrandingKey } from "@rokad/contract/branding-rules";
import { database } from "../db.ts";
import { gather } from "../gather.ts";
import { checkSetting, logUnreadable } from "./settings.ts";

/** What the business calls itself, as System Settings have it now. */
export async function readBranding(): Promise<Branding> {
  return { ...brand, ...(await readChangedBranding()) };
}

/** The name alone: for papers and texts. */
export async function productName(): Promise<string> {
  return (await readBranding()).product;
}

/** Only what differs from `brand.ts`. Requests that ask at the same moment share one query. */
export function readChangedBranding(): Promise<Partial<Branding>> {
  return readTogether(undefined);
}

const readTogether = gather<undefined, Partial<Branding>>(
  async (askers) => {
    const rows = await database()
      .selectFrom("settings")
      .select(["key", "value"])
      .where("key", "in", brandingKeys)
      .orderBy("key")
      .execute();
    const changed = Object.fromEntries(rows.flatMap((row) => fieldOf(row)));
    return askers.map(() => changed);
  },
  { atMost: 1_000 },
);

/** What can't be read gives way to the file's: a name must not keep anybody out. */
function fieldOf(row: { readonly key: string; readonly value: unknown }): [string, unknown][] {
  const key = row.key as BrandingKey;
  const checked = checkSetting(key, row.value);
  if (!checked.problems) return [[brandingFields[key], checked.value]];
  logUnreadable(key, row.value);
  return [];
}
