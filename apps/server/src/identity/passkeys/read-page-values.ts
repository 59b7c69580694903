import type { PageValues } from "../../http/console-page.ts";
import { readChangedBranding } from "../settings/read-branding.ts";
import { readSettings } from "../settings/settings.ts";
import { hostFor } from "./passkey-purpose.ts";

/** What the console's page shows before it asks the API: the branding, and whether passkeys sign in. */
export async function readPageValues(): Promise<PageValues> {
  const [branding, settings] = await Promise.all([readChangedBranding(), readSettings()]);
  const passkeyHost = hostFor("sign_in", settings);
  return { ...branding, ...(passkeyHost !== null && { passkeyHost }) };
}
