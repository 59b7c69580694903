import { auditActs, type AuditAct } from "@rokad/contract/audit";
import { formatMoney } from "@rokad/money/format";
import type { BadgeTone } from "../ui/badge.tsx";

/** An act in words; one of an older version stays as it was written. */
export function wordsOfAct(act: string): string {
  return Object.hasOwn(auditActs, act) ? auditActs[act as AuditAct] : act;
}

const alarming = new Set(["sign_in.failed", "sign_in.locked_out", "session.token_reused"]);
const taking = /\.(deactivated|closed|rejected|discarded|paused|revealed|viewed_as)$/;

/** Red for what may be an attack, amber for what takes something away or shows a secret. */
export function toneOfAct(act: string): BadgeTone {
  if (alarming.has(act)) return "bad";
  return taking.test(act) ? "warn" : "neutral";
}

/** What stands for a person where there is none: whoever came from somewhere was not signed in. */
export function nobodyIn({ address }: { address: string | null }): string {
  return address ? "Not signed in" : "Rokad or the command line";
}

/** `bank_account` → "Bank account". */
export function wordsOfKey(key: string): string {
  const words = key
    .replace(/_paise/, "")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/**
 * A recorded value as a person reads it.
 * @param key what it is the value of: one in paise is an amount.
 */
export function wordsOfValue(value: unknown, key = ""): string {
  if (value === null || value === undefined || value === "") return "—";
  if (/_paise(_|$)/.test(key) && Number.isSafeInteger(value))
    return formatMoney({ amount: Number(value), currency: "INR" });
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.map((one) => wordsOfValue(one, key)).join(", ") || "None";
  if (typeof value === "string") return value;
  if (typeof value !== "object") return JSON.stringify(value);
  if (isMoney(value)) return formatMoney(value);
  return Object.entries(value)
    .map(([name, inner]) => `${wordsOfKey(name)}: ${wordsOfValue(inner, name)}`)
    .join("; ");
}

function isMoney(value: object): value is { amount: number; currency: "INR" } {
  return (
    "currency" in value &&
    value.currency === "INR" &&
    "amount" in value &&
    Number.isInteger(value.amount)
  );
}

const browsers = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;
const systems = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
] as const;

/** "Firefox on Linux"; a program that is no browser by the name that it gives itself. */
export function wordsOfBrowser(userAgent: string | null): string | undefined {
  if (!userAgent) return undefined;
  const named = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([sign]) => sign.test(userAgent))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return userAgent.split(/[\s/]/)[0]?.slice(0, 30);
}
