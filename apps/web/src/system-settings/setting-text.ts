import { brand } from "@rokad/contract/brand";
import { brandingFields, type BrandingKey } from "@rokad/contract/branding-rules";
import { settingRules, type SettingKey, type Settings } from "@rokad/contract/setting-rules";
import { smsVariableNames, type SmsTemplate } from "@rokad/contract/sms-text";
import { formatMoney } from "@rokad/money/format";
import { money } from "@rokad/money/money";
import { rupeesToPaise } from "@rokad/money/rupees";
import { parseRupees } from "../ui/parse-rupees.ts";
import { brandTextOf, readBrandText } from "./brand-text.ts";
import { kindOf, unitOf, type TypedKey } from "./setting-groups.ts";

/** A setting's value as it stands in its field: paise as "5,00,000.50" rupees, null as nothing. */
export function textOf(key: TypedKey, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (isBranding(key)) return brandTextOf(key, value);
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
  const [issue] = parsed.error.issues;
  if (!issue) return { problem: "This is not allowed" };
  // In a list it is said which of its lines or sections is wrong.
  const at = issue.path.find((step) => typeof step === "number");
  if (at === undefined) return { problem: issue.message };
  return {
    problem: `${issue.path[0] === "sections" ? "Section" : "Line"} ${at + 1}: ${issue.message}`,
  };
}

function valueTyped(key: TypedKey, text: string): unknown {
  if (isBranding(key)) return readBrandText(key, text, brand[brandingFields[key]]);
  if (kindOf(key) === "choice") return text;
  if (kindOf(key) === "id") return text.trim() || null;
  const plain = text.replace(/[,\s]/g, "");
  if (kindOf(key) !== "paise") return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
  // Only where none is a value does nothing stand for it.
  if (plain === "") return settingRules[key].safeParse(null).success ? null : undefined;
  const rupees = parseRupees(text);
  try {
    return rupees === undefined ? undefined : Number(rupeesToPaise(rupees));
  } catch {
    return Number.NaN;
  }
}

/** A value as people read it: "₹5", "18 %", "30 days", "Nobody: one approval is enough". */
export function inWords(key: SettingKey, value: unknown): string {
  if (key === "receiving_account") return accountInWords(value as Settings["receiving_account"]);
  if (isBranding(key)) return brandInWords(key, value);
  if (key === "sign_in_sms" || key === "payout_sms" || key === "decision_sms")
    return templateInWords(value);
  if (value === null) return "None";
  if (kindOf(key) === "paise" && Number.isSafeInteger(value))
    return `₹${plainRupees(Number(value))}`;
  const kind = kindOf(key);
  if ((kind === "choice" || kind === "id") && typeof value === "string") return value;
  if (typeof value !== "number") return JSON.stringify(value);
  if (kindOf(key) === "percent") return `${value} %`;
  const count = value.toLocaleString("en-IN");
  const unit = unitOf(key) ?? "";
  return `${count} ${value === 1 ? unit.replace(/s$/, "") : unit}`.trim();
}

function isBranding(key: SettingKey): key is BrandingKey {
  return Object.hasOwn(brandingFields, key);
}

/** A long text is told by its beginning: its field shows it whole. */
function brandInWords(key: BrandingKey, value: unknown): string {
  const text = brandTextOf(key, value).replaceAll(/\n+/g, " · ");
  return text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
}

function accountInWords(account: Settings["receiving_account"]): string {
  if (!account) return "None";
  if (typeof account !== "object") return JSON.stringify(account);
  const { account_holder_name: holder, account_number: number, ifsc_code: ifsc } = account;
  const at = [account.bank_name, account.branch_name].filter(Boolean).join(", ");
  return `${holder}, ${number}, ${ifsc} (${at})`;
}

function templateInWords(value: unknown): string {
  if (typeof value !== "object" || value === null || !("text" in value)) {
    return JSON.stringify(value);
  }
  const template = value as SmsTemplate;
  const names = template.variables.map((name) => smsVariableNames[name].toLowerCase());
  const ids = [
    template.dlt_template_id && `DLT ${template.dlt_template_id}`,
    template.msg91_template_id && `MSG91 ${template.msg91_template_id} (${template.msg91_route})`,
  ].filter(Boolean);
  return [`“${template.text}”`, `with ${names.join(", ")}`, ...ids].join(" · ");
}

function plainRupees(paise: number): string {
  return formatMoney(money(paise), { trailingZeros: paise % 100 !== 0 }).replace("₹", "");
}
