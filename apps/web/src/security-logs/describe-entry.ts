import { auditActs, type AuditAct } from "@rokad/contract/audit";
import type { AuditEntry } from "@rokad/contract/security-log";
import { formatMoney } from "@rokad/money/format";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import type { BadgeTone } from "../ui/badge.tsx";

/** An action's label; an older version's unknown action keeps its code. */
export function actionLabel(act: string): string {
  return Object.hasOwn(auditActs, act) ? translateText(auditActs[act as AuditAct]) : act;
}

const alarming = new Set([
  "sign_in.failed",
  "sign_in.locked_out",
  "session.token_reused",
  "payout.locked",
]);
const restricting = /\.(refused|deactivated|closed|rejected|discarded|paused|revealed|viewed_as)$/;

/** Red for a possible attack; amber for restrictions and revealed secrets. */
export function actionTone(act: string): BadgeTone {
  if (alarming.has(act)) return "bad";
  return restricting.test(act) ? "warn" : "neutral";
}

/** The text for an entry without a person. An entry with an address came from a request. */
export function actorFallback({ address }: { address: string | null }): string {
  return address ? t`Not signed in` : t`System or command line`;
}

/** The kinds of subjects. */
const subjectKinds: Readonly<Record<string, string>> = {
  adjustment: t`Adjustment`,
  api_key: t`Api key`,
  approval_policy: t`Approval policy`,
  bank_account: t`Bank account`,
  bank_balance: t`Bank balance`,
  batch_schedule: t`Batch schedule`,
  beneficiary: t`Beneficiary`,
  call: t`Call`,
  chargeback: t`Chargeback`,
  credential: t`Credential`,
  deposit: t`Deposit`,
  export: t`Export`,
  fund_transfer: t`Fund transfer`,
  incoming_credit: t`Incoming credit`,
  invitation: t`Invitation`,
  job: t`Job`,
  passkey: t`Passkey`,
  payment_request: t`Payment request`,
  payout: t`Payout`,
  payout_batch: t`Payout batch`,
  payout_schedule: t`Payout schedule`,
  person: t`Person`,
  proposal: t`Proposal`,
  provider: t`Provider`,
  receiving_account: t`Receiving account`,
  reconciliation: t`Reconciliation`,
  report: t`Report`,
  session: t`Session`,
  setting: t`Setting`,
  sms_gateway: t`Sms gateway`,
  statement_import: t`Statement import`,
  tenant: t`Tenant`,
  verification: t`Verification`,
  webhook: t`Webhook`,
  webhook_endpoint: t`Webhook endpoint`,
};

/** `bank_account` → "Bank account". */
export function keyLabel(key: string): string {
  const kind = subjectKinds[key];
  if (kind !== undefined) return kind;
  const words = key
    .replace(/_paise/, "")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

type Subject = NonNullable<AuditEntry["subject"]>;

/** Kinds whose ids are keys of the code. */
const namedByKey: ReadonlySet<string> = new Set(["setting", "call", "export"]);

/**
 * A subject's name, or its id in words: "Tenant idle minutes" for a setting, "List tenants" for a
 * call. Of a UUID it is the end, because UUIDv7s of the same time begin alike.
 */
export function subjectName({ kind, id, name }: Subject): string {
  if (name !== null) return name;
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id)) return `…${id.slice(-8)}`;
  return namedByKey.has(kind) ? keyLabel(id) : id;
}

/**
 * A recorded value as text.
 * @param key its name; a name with `_paise` makes it an amount, also as text: bigints are logged so.
 */
export function describeValue(value: unknown, key = ""): string {
  if (value === null || value === undefined || value === "") return "—";
  const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
  if (/_paise(_|$)/.test(key) && Number.isSafeInteger(number))
    return formatMoney({ amount: Number(number), currency: "INR" });
  if (typeof value === "boolean") return value ? t`Yes` : t`No`;
  if (Array.isArray(value))
    return value.map((one) => describeValue(one, key)).join(", ") || t`None`;
  if (typeof value === "string") return value;
  if (typeof value !== "object") return JSON.stringify(value);
  if (isMoney(value)) return formatMoney(value);
  return Object.entries(value)
    .map(([name, inner]) => `${keyLabel(name)}: ${describeValue(inner, name)}`)
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
  [/SamsungBrowser\//, t`Samsung Internet`],
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

/** "Firefox on Linux"; another program by the name in its user agent. */
export function browserName(userAgent: string | null): string | undefined {
  if (!userAgent) return undefined;
  const named = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser) return system ? t`${browser} on ${system}` : browser;
  return userAgent.split(/[\s/]/)[0]?.slice(0, 30);
}
