import { settingRules, type SettingKey, type Settings } from "@rokad/contract/setting-rules";
import { formatMoney } from "@rokad/money/format";
import { money } from "@rokad/money/money";
import { rupeesToPaise } from "@rokad/money/rupees";
import { typedRupees } from "../ui/typed-rupees.ts";
import { kindOf, type TypedKey } from "./setting-groups.ts";

/** A setting's value as it stands in its field: paise as "5,00,000.50" rupees, null as nothing. */
export function textOf(key: TypedKey, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (kindOf(key) === "paise" && Number.isSafeInteger(value)) return plainRupees(Number(value));
  return typeof value === "string" ? value : JSON.stringify(value);
}

type Typed =
  | { readonly value: unknown; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string };

/** What was typed → the value that it stands for, or the rule's sentence about it. */
export function readTyped(key: TypedKey, text: string): Typed {
  const parsed = settingRules[key].safeParse(valueTyped(key, text));
  if (parsed.success) return { value: parsed.data };
  return { problem: parsed.error.issues[0]?.message ?? "This is not allowed" };
}

function valueTyped(key: TypedKey, text: string): unknown {
  if (kindOf(key) === "choice") return text;
  const plain = text.replace(/[,\s]/g, "");
  if (kindOf(key) !== "paise") return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
  // Only where none is a value does nothing stand for it.
  if (plain === "") return settingRules[key].safeParse(null).success ? null : undefined;
  const rupees = typedRupees(text);
  try {
    return rupees === undefined ? undefined : Number(rupeesToPaise(rupees));
  } catch {
    return Number.NaN;
  }
}

/** A value as people read it: "₹5", "18 %", "30 days", "Nobody: one approval is enough". */
export function inWords(key: SettingKey, value: unknown): string {
  if (key === "receiving_account") return accountInWords(value as Settings["receiving_account"]);
  if (value === null) return "None";
  if (kindOf(key) === "paise" && Number.isSafeInteger(value))
    return `₹${plainRupees(Number(value))}`;
  if (kindOf(key) === "choice" && typeof value === "string") return value;
  if (typeof value !== "number") return JSON.stringify(value);
  if (kindOf(key) === "percent") return `${value} %`;
  const count = value.toLocaleString("en-IN");
  return key === "session_days" ? `${count} ${value === 1 ? "day" : "days"}` : `${count} an hour`;
}

function accountInWords(account: Settings["receiving_account"]): string {
  if (!account) return "None";
  if (typeof account !== "object") return JSON.stringify(account);
  const { account_holder_name: holder, account_number: number, ifsc_code: ifsc } = account;
  const at = [account.bank_name, account.branch_name].filter(Boolean).join(", ");
  return `${holder}, ${number}, ${ifsc} (${at})`;
}

function plainRupees(paise: number): string {
  return formatMoney(money(paise), { trailingZeros: paise % 100 !== 0 }).replace("₹", "");
}
