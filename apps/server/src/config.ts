import { entityIdRule, headerRule, smsTemplates } from "@rokad/contract/sms-text";
import { z } from "zod";
import { credentialNames, type CredentialName } from "@rokad/contract/credential-names";
import type { Credentials } from "./credentials/credentials.ts";
import { readEncryptionKeys } from "./sealing/encryption-keys.ts";
import { trustedProxies } from "./trusted-proxies.ts";

const roles = ["all", "api", "worker"] as const;
const levels = ["fatal", "error", "warn", "info", "debug", "silent"] as const;

const flag = z.stringbool({ truthy: ["1", "true", "yes"], falsy: ["0", "false", "no", ""] });
const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const providerName = z.enum(["sandbox", "razorpayx", "cashfree"]);
/** Keys and account numbers travel there: in the clear only to this machine itself. */
const baseUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => url.startsWith("https:") || isLoopback(url), "must begin with https://")
  .refine((url) => !/[?#]|\/$/.test(url), "must have no / at its end, no ? and no #");

function isLoopback(url: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
}

const secret = z.string().regex(/^[\x21-\x7e]+$/, "must be printable, without spaces");
const { dlt_template_id: dltTemplateId, msg91_template_id: msg91TemplateId } =
  smsTemplates.sign_in.shape;

/** The default of a setting, so under the same rule as what a super admin sets. */
function asInSettings(rule: {
  safeParse(value: unknown): { error?: { issues: readonly { message: string }[] } | undefined };
}) {
  return z
    .string()
    .superRefine((value, context) => {
      const message = rule.safeParse(value).error?.issues[0]?.message;
      if (message) context.addIssue({ code: "custom", message });
    })
    .optional();
}

const credentials = Object.fromEntries(
  credentialNames.map((name) => [name, secret.optional()]),
) as Record<CredentialName, z.ZodOptional<z.ZodString>>;

/** Every environment variable that the server reads; `.env.example` documents each. */
const environment = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("development"),
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: z.string().min(1).default("localhost"),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_SESSION_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_CONNECTIONS: wholeNumber(2, 200).default(12),
  ROLE: z.enum(roles).default("all"),
  LOG_LEVEL: z.enum(levels).default("info"),
  APP_SECRET: z.string().min(32).optional(),
  ENCRYPTION_KEY: z
    .string()
    .transform((text, context) => {
      const keys = readEncryptionKeys(text);
      if (keys) return keys;
      const message = "Each key must be 32 bytes in base64 or hexadecimal, with commas between";
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .optional(),
  TRUST_PROXY: trustedProxies.prefault("0"),
  ALLOW_SANDBOX: flag.default(false),
  DEMO_ACCOUNTS: flag.optional(),
  SMS_PROVIDER: z.enum(["sandbox", "msg91", "twilio"]).default("sandbox"),
  SMS_FALLBACK_PROVIDER: z.enum(["msg91", "twilio"]).optional(),
  PRIMARY_PROVIDER: providerName.default("sandbox"),
  ALTERNATIVE_PROVIDER: providerName.default("sandbox"),
  RAZORPAYX_BASE_URL: baseUrl.default("https://api.razorpay.com/v1"),
  CASHFREE_BASE_URL: baseUrl.default("https://api.cashfree.com/payout"),
  MSG91_BASE_URL: baseUrl.default("https://control.msg91.com"),
  TWILIO_BASE_URL: baseUrl.default("https://api.twilio.com"),
  ...credentials,
  DLT_ENTITY_ID: asInSettings(entityIdRule),
  DLT_HEADER: asInSettings(headerRule),
  DLT_SIGN_IN_TEMPLATE_ID: asInSettings(dltTemplateId),
  DLT_PAYOUT_TEMPLATE_ID: asInSettings(dltTemplateId),
  DLT_DECISION_TEMPLATE_ID: asInSettings(dltTemplateId),
  MSG91_SIGN_IN_TEMPLATE_ID: asInSettings(msg91TemplateId),
  MSG91_PAYOUT_TEMPLATE_ID: asInSettings(msg91TemplateId),
  MSG91_DECISION_TEMPLATE_ID: asInSettings(msg91TemplateId),
  PROVIDER_TIMEOUT_MS: wholeNumber(100, 60_000).default(10_000),
  SANDBOX_SETTLE_MS: wholeNumber(0, 600_000).default(2_000),
  WORKER_POLL_MS: wholeNumber(10, 60_000).default(250),
  CLAIM_SECONDS: wholeNumber(1, 3_600).default(40),
  SHUTDOWN_DRAIN_SECONDS: wholeNumber(0, 600).optional(),
  SHUTDOWN_SECONDS: wholeNumber(1, 3_600).default(30),
});

export type Config = ReturnType<typeof readConfig>;

/** A setting that is wrong or missing: the start stops with this sentence. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Parses every setting once.
 * @throws {ConfigError} naming each variable that is wrong, and in production each sandbox part.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigError(`These settings are not right:\n  ${lines.join("\n  ")}`);
  }
  const settings = parsed.data;
  refuseShortClaims(settings);
  refuseSecondGateway(settings);
  refuseLongDrain(settings);
  const production = settings.NODE_ENV === "production";
  const demoAccounts = settings.DEMO_ACCOUNTS ?? (!production && isPlay(settings));
  if (demoAccounts) refuseDemoOverRealRails(settings);
  if (production && !settings.ALLOW_SANDBOX) refuseSandbox({ ...settings, demoAccounts });

  return {
    production,
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    databaseReplicaUrl: settings.DATABASE_REPLICA_URL,
    databaseSessionUrl: settings.DATABASE_SESSION_URL,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    role: settings.ROLE,
    logLevel: settings.LOG_LEVEL,
    appSecret: settings.APP_SECRET,
    encryptionKeys: settings.ENCRYPTION_KEY,
    trustProxy: settings.TRUST_PROXY,
    demoAccounts,
    smsProvider: settings.SMS_PROVIDER,
    smsFallbackProvider: settings.SMS_FALLBACK_PROVIDER,
    providers: { primary: settings.PRIMARY_PROVIDER, alternative: settings.ALTERNATIVE_PROVIDER },
    sandboxAllowed: !production || settings.ALLOW_SANDBOX,
    baseUrls: {
      razorpayx: settings.RAZORPAYX_BASE_URL,
      cashfree: settings.CASHFREE_BASE_URL,
      msg91: settings.MSG91_BASE_URL,
      twilio: settings.TWILIO_BASE_URL,
    },
    credentials: credentialsIn(settings),
    registered: {
      entityId: settings.DLT_ENTITY_ID ?? null,
      header: settings.DLT_HEADER ?? null,
      dltTemplateId: {
        sign_in: settings.DLT_SIGN_IN_TEMPLATE_ID ?? null,
        payout: settings.DLT_PAYOUT_TEMPLATE_ID ?? null,
        decision: settings.DLT_DECISION_TEMPLATE_ID ?? null,
      },
      msg91TemplateId: {
        sign_in: settings.MSG91_SIGN_IN_TEMPLATE_ID ?? null,
        payout: settings.MSG91_PAYOUT_TEMPLATE_ID ?? null,
        decision: settings.MSG91_DECISION_TEMPLATE_ID ?? null,
      },
    },
    providerTimeoutMs: settings.PROVIDER_TIMEOUT_MS,
    sandboxSettleMs: settings.SANDBOX_SETTLE_MS,
    workerPollMs: settings.WORKER_POLL_MS,
    claimSeconds: settings.CLAIM_SECONDS,
    shutdown: {
      // Whoever only tries Rokad has no load balancer that would have to notice.
      drainSeconds: settings.SHUTDOWN_DRAIN_SECONDS ?? (production ? 5 : 0),
      atMostSeconds: settings.SHUTDOWN_SECONDS,
    },
  };
}

function credentialsIn(
  settings: Readonly<Partial<Record<CredentialName, string | undefined>>>,
): Credentials {
  const given = credentialNames.map((name) => [name, settings[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

interface Patience {
  readonly CLAIM_SECONDS: number;
  readonly PROVIDER_TIMEOUT_MS: number;
}

/**
 * A claim covers two looks, a sending and some time to spare. If it ran out while the provider is
 * being asked, a second worker would ask beside it.
 */
function refuseShortClaims({ CLAIM_SECONDS, PROVIDER_TIMEOUT_MS }: Patience): void {
  const leastSeconds = Math.floor((3 * PROVIDER_TIMEOUT_MS) / 1_000) + 1;
  if (CLAIM_SECONDS >= leastSeconds) return;
  throw new ConfigError(
    `These settings are not right:\n  CLAIM_SECONDS: must be at least ${leastSeconds}, so that a claim outlives two looks and a sending of PROVIDER_TIMEOUT_MS each`,
  );
}

interface Shutdown {
  readonly SHUTDOWN_DRAIN_SECONDS?: number | undefined;
  readonly SHUTDOWN_SECONDS: number;
}

/** The time until a load balancer has noticed is part of the whole, and leaves some to answer in. */
function refuseLongDrain({ SHUTDOWN_DRAIN_SECONDS: drain = 0, SHUTDOWN_SECONDS }: Shutdown): void {
  if (drain < SHUTDOWN_SECONDS) return;
  throw new ConfigError(
    "These settings are not right:\n  SHUTDOWN_DRAIN_SECONDS: must be less than SHUTDOWN_SECONDS, which is the time for all of it",
  );
}

interface Gateways {
  readonly SMS_PROVIDER: string;
  readonly SMS_FALLBACK_PROVIDER?: string | undefined;
}

/** A second gateway is another one, behind one that really sends. */
function refuseSecondGateway({ SMS_PROVIDER: first, SMS_FALLBACK_PROVIDER: second }: Gateways) {
  if (second === undefined || (first !== "sandbox" && first !== second)) return;
  const why =
    first === "sandbox"
      ? "the sandbox has no second gateway"
      : "must be another gateway than SMS_PROVIDER";
  throw new ConfigError(`These settings are not right:\n  SMS_FALLBACK_PROVIDER: ${why}`);
}

type Rails = Record<"PRIMARY_PROVIDER" | "ALTERNATIVE_PROVIDER" | "SMS_PROVIDER", string>;

function isPlay(settings: Readonly<Rails>): boolean {
  const { PRIMARY_PROVIDER, ALTERNATIVE_PROVIDER, SMS_PROVIDER } = settings;
  return [PRIMARY_PROVIDER, ALTERNATIVE_PROVIDER, SMS_PROVIDER].every((name) => name === "sandbox");
}

/** The demo's history is made by the product's own verbs: over a real rail it would be paid. */
function refuseDemoOverRealRails(settings: Readonly<Rails>): void {
  const real = [settings.PRIMARY_PROVIDER, settings.ALTERNATIVE_PROVIDER].find(
    (name) => name !== "sandbox",
  );
  if (real === undefined) return;
  throw new ConfigError(
    `These settings are not right:\n  DEMO_ACCOUNTS: must be 0 while a rail is ${real}, which would really pay the demo's payouts`,
  );
}

interface SandboxParts {
  readonly SMS_PROVIDER: string;
  readonly PRIMARY_PROVIDER: string;
  readonly ALTERNATIVE_PROVIDER: string;
  readonly APP_SECRET?: string | undefined;
  readonly ENCRYPTION_KEY?: unknown;
  readonly demoAccounts: boolean;
}

/** Play money must not be mistaken for real money on a public address. */
function refuseSandbox(settings: SandboxParts): void {
  const wrong = [
    settings.SMS_PROVIDER === "sandbox" && "SMS_PROVIDER is sandbox",
    settings.PRIMARY_PROVIDER === "sandbox" && "PRIMARY_PROVIDER is sandbox",
    settings.ALTERNATIVE_PROVIDER === "sandbox" && "ALTERNATIVE_PROVIDER is sandbox",
    !settings.APP_SECRET && "APP_SECRET is not set, so the signing key would be a generated one",
    !settings.ENCRYPTION_KEY &&
      "ENCRYPTION_KEY is not set, so the key over account numbers would be a generated one",
    settings.demoAccounts && "DEMO_ACCOUNTS is on",
  ].filter((line) => line !== false);
  if (wrong.length === 0) return;
  throw new ConfigError(
    `NODE_ENV=production does not start like this (ALLOW_SANDBOX=1 allows it):\n  ${wrong.join("\n  ")}`,
  );
}
