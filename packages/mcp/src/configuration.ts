import { rupeesToPaise } from "@rokad/money/rupees";
import type { RokadOptions } from "@rokad/sdk";
import type { HourlyCaps } from "./hourly-caps.ts";

export interface Configuration {
  readonly rokad: Pick<RokadOptions, "url" | "apiKey" | "allowsPlainHttp">;
  readonly caps: HourlyCaps;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads `ROKAD_URL`, `ROKAD_API_KEY`, `ROKAD_PLAIN_HTTP`, `ROKAD_PROPOSALS_PER_HOUR` (default 20) and
 * `ROKAD_RUPEES_PER_HOUR` (default ₹1,00,000).
 * @throws {TypeError} for a missing or unreadable value.
 */
export function readConfiguration(env: Environment): Configuration {
  const { ROKAD_URL: url, ROKAD_API_KEY: apiKey } = env;
  if (!url || !apiKey) throw new TypeError("Set ROKAD_URL and ROKAD_API_KEY");
  return {
    rokad: { url, apiKey, allowsPlainHttp: env["ROKAD_PLAIN_HTTP"] === "1" },
    caps: {
      proposals: wholeNumber(env["ROKAD_PROPOSALS_PER_HOUR"] ?? "20"),
      paise: paiseOf(env["ROKAD_RUPEES_PER_HOUR"] ?? "100000"),
    },
  };
}

function wholeNumber(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new TypeError("ROKAD_PROPOSALS_PER_HOUR must be a whole number up to 9999");
}

function paiseOf(text: string): number {
  try {
    return Number(rupeesToPaise(text));
  } catch {
    throw new TypeError("ROKAD_RUPEES_PER_HOUR must be rupees, such as 100000 or 2500.50");
  }
}
