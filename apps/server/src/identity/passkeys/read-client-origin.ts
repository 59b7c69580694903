import { z } from "zod";
import { isPasskeyOrigin } from "../../kernel/passkey-origins.ts";

const clientData = z.object({ origin: z.string(), crossOrigin: z.boolean().optional() });

/**
 * The address at which a browser asked for a passkey.
 * @returns undefined unless it is one of this installation, and not a frame in another site.
 */
export function readClientOrigin(clientDataJSON: string): string | undefined {
  try {
    const text = Buffer.from(clientDataJSON, "base64url").toString();
    const { origin, crossOrigin = false } = clientData.parse(JSON.parse(text));
    return !crossOrigin && isPasskeyOrigin(origin) ? origin : undefined;
  } catch {
    return undefined;
  }
}
