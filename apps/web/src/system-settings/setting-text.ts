import { brand } from "@rokad/contract/brand";
import { brandingFields, type BrandingKey } from "@rokad/contract/branding-rules";
import { settingRules, type SettingKey } from "@rokad/contract/setting-rules";
import { smsTemplates, smsVariableNames, type SmsTemplate } from "@rokad/contract/sms-text";
import { formatMoney } from "@rokad/money/format";
import { money } from "@rokad/money/money";
import { rupeesToPaise } from "@rokad/money/rupees";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { parseRupees } from "../ui/parse-rupees.ts";
import { brandTextOf, readBrandText } from "./brand-text.ts";
import { kindOf, unitOf, type TypedKey } from "./typed-settings.ts";

/** A setting's value as the text of its field: paise as "5,00,000.50" rupees, null as "". */
export function textOf(key: TypedKey, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (isBranding(key)) return brandTextOf(key, value);
  if (kindOf(key) === "paise" && Number.isSafeInteger(value)) return plainRupees(Number(value));
  if (kindOf(key) === "days" && Array.isArray(value)) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

type Typed =
  | { readonly value: unknown; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string };

/** Parses the text of a field: its value, or the rule's error message. */
export function readTyped(key: TypedKey, text: string): Typed {
  const parsed = settingRules[key].safeParse(valueTyped(key, text));
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  if (!issue) return { problem: t`This is not allowed` };
  if (kindOf(key) === "days") return { problem: issue.message };
  // The error of a list names the line or section.
  const at = issue.path.find((step) => typeof step === "number");
  if (at === undefined) return { problem: issue.message };
  return {
    problem: `${issue.path[0] === "sections" ? t`Section` : t`Line`} ${at + 1}: ${translateText(issue.message)}`,
  };
}

function valueTyped(key: TypedKey, text: string): unknown {
  if (isBranding(key)) return readBrandText(key, text, brand[brandingFields[key]]);
  if (kindOf(key) === "choice") return text;
  if (kindOf(key) === "id") return text.trim() || null;
  if (kindOf(key) === "days") return daysOf(text);
  const plain = text.replace(/[,\s]/g, "");
  // An empty field means null, if the setting allows null.
  if (plain === "") return settingRules[key].safeParse(null).success ? null : undefined;
  if (kindOf(key) !== "paise") return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
  const rupees = parseRupees(text);
  try {
    return rupees === undefined ? undefined : Number(rupeesToPaise(rupees));
  } catch {
    return Number.NaN;
  }
}

/** "2, 7, 30" as numbers; a word among them is not one. */
function daysOf(text: string): number[] {
  const words = text.split(/[,\s]+/).filter((word) => word !== "");
  return words.map((word) => (/^\d+$/.test(word) ? Number(word) : Number.NaN));
}

/** A value for people: "₹5", "18%", "30 days", "None". */
export function describeSetting(key: SettingKey, value: unknown): string {
  if (isBranding(key)) return describeBranding(key, value);
  if (Object.hasOwn(smsTemplates, key.replace(/_sms$/, ""))) return describeTemplate(value);
  if (value === null) return t`None`;
  if (kindOf(key) === "paise" && Number.isSafeInteger(value))
    return `₹${plainRupees(Number(value))}`;
  const kind = kindOf(key);
  if ((kind === "choice" || kind === "id") && typeof value === "string") return value;
  if (kind === "days" && Array.isArray(value))
    return value.length === 0 ? t`Never` : t`${value.join(", ")} days`;
  if (typeof value !== "number") return JSON.stringify(value);
  if (kindOf(key) === "percent") return `${value}%`;
  const count = value.toLocaleString("en-IN");
  const unit = unitOf(key) ?? "";
  return `${count} ${value === 1 ? unit.replace(/s$/, "") : unit}`.trim();
}

function isBranding(key: SettingKey): key is BrandingKey {
  return Object.hasOwn(brandingFields, key);
}

/** The beginning of a long text; its field shows all of it. */
function describeBranding(key: BrandingKey, value: unknown): string {
  const text = brandTextOf(key, value).replaceAll(/\n+/g, " · ");
  return text.length > 200 ? t`${text.slice(0, 200)}… (${text.length} characters)` : text;
}

function describeTemplate(value: unknown): string {
  if (typeof value !== "object" || value === null || !("text" in value)) {
    return JSON.stringify(value);
  }
  const template = value as SmsTemplate;
  const names = template.variables.map((name) => smsVariableNames[name].toLowerCase());
  const ids = [
    template.dlt_template_id && `DLT ${template.dlt_template_id}`,
    template.msg91_template_id && t`MSG91 ${template.msg91_template_id} (${template.msg91_route})`,
  ].filter(Boolean);
  return [`“${template.text}”`, t`with ${names.join(", ")}`, ...ids].join(" · ");
}

function plainRupees(paise: number): string {
  return formatMoney(money(paise), { trailingZeros: paise % 100 !== 0 }).replace("₹", "");
}
