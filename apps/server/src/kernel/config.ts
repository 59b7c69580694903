import { entityIdRule, headerRule, smsTemplates } from "@rokad/contract/sms-text";
import { z } from "zod";
import { credentialNames, type CredentialName } from "@rokad/contract/credential-names";
import { checkSandboxSettings } from "./check-sandbox-settings.ts";
import { ConfigError } from "./config-error.ts";
import type { Credentials } from "./credentials.ts";
import { cellRule } from "./payout-reference.ts";
import { plainConnections } from "./database-tls.ts";
import { readEncryptionKeys } from "./encryption-keys.ts";
import { logCopyEnvironment, readLogCopySettings } from "./log-copy-settings.ts";
import { readVaultSettings, vaultEnvironment } from "./vault-settings.ts";
import { mailEnvironment, readMailSettings } from "./mail-settings.ts";
import {
  assertAccessLogLevel,
  assertDrainFitsShutdown,
  assertFallbackGateway,
  assertLeaseOutlivesCalls,
} from "./check-combinations.ts";
import { checkSecrets } from "./check-secrets.ts";
import { readSecretFiles, secretFiles } from "./read-secret-files.ts";
import { isBase, isLoopback, notBase, secureUrl } from "./secure-url.ts";
import { originsAt } from "./passkey-origins.ts";
import { templateIdEnvironment, templateIdsIn } from "./sms-template-ids.ts";
import { inNetworks } from "./network-list.ts";
import { readTracingSettings, tracingEnvironment } from "./tracing-settings.ts";
import { trustedProxies } from "./trusted-proxies.ts";

export { ConfigError } from "./config-error.ts";

const roles = ["all", "api", "worker"] as const;
const levels = ["fatal", "error", "warn", "info", "debug", "silent"] as const;

const flag = z.stringbool({ truthy: ["1", "true", "yes"], falsy: ["0", "false", "no", ""] });
const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const providerName = z.enum(["sandbox", "razorpayx", "cashfree"]);
const baseUrl = secureUrl.refine(isBase, notBase);

/** Comma-separated addresses of the console. Browsers offer passkeys on secure pages only. */
const passkeyOrigins = z.string().transform((text, context) => {
  const origins = text.split(",").map((origin) => origin.trim());
  const isOrigin = (origin: string) =>
    URL.parse(origin)?.origin === origin && (origin.startsWith("https:") || isLoopback(origin));
  if (origins.every(isOrigin)) return origins;
  const message = "must be addresses such as https://pay.example.in, separated by commas";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

const networks = z.string().transform((text, context) => {
  const list = inNetworks(text.split(","));
  if (list) return list;
  const message = "must be addresses or networks such as 10.0.0.0/8, separated by commas";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

const secret = z.string().regex(/^[\x21-\x7e]+$/, "must be printable, without spaces");
const { dlt_template_id: dltTemplateId, msg91_template_id: msg91TemplateId } =
  smsTemplates.sign_in.shape;

/** A default for a setting of the console, so it follows the rule of that setting. */
function settingDefault(rule: {
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
const variables = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("development"),
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: z.string().min(1).default("localhost"),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  PASSKEY_ORIGINS: passkeyOrigins.optional(),
  METRICS_TOKEN: secret.min(32).optional(),
  API_DOCS: flag.optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  BACKUP_DIR: z.string().min(1).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_SESSION_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  ALLOW_PLAIN_DATABASE: flag.default(false),
  DATABASE_CONNECTIONS: wholeNumber(2, 200).default(12),
  CELL: cellRule.default("A"),
  ROLE: z.enum(roles).default("all"),
  WORKER_PORT: wholeNumber(0, 65535).optional(),
  LOG_LEVEL: z.enum(levels).default("info"),
  ACCESS_LOG: flag.default(false),
  APP_SECRET: z.string().min(32).optional(),
  ENCRYPTION_KEY: z
    .string()
    .transform((text, context) => {
      const keys = readEncryptionKeys(text);
      if (keys) return keys;
      const message =
        "Each key must be 32 bytes in base64 or hexadecimal; separate keys with commas";
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .optional(),
  TRUST_PROXY: trustedProxies.prefault("0"),
  WEBHOOK_ALLOWED_NETWORKS: networks.optional(),
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
  ...logCopyEnvironment,
  ...mailEnvironment,
  ...tracingEnvironment,
  ...vaultEnvironment,
  DLT_ENTITY_ID: settingDefault(entityIdRule),
  DLT_HEADER: settingDefault(headerRule),
  ...templateIdEnvironment("DLT", settingDefault(dltTemplateId)),
  ...templateIdEnvironment("MSG91", settingDefault(msg91TemplateId)),
  PROVIDER_TIMEOUT_MS: wholeNumber(100, 60_000).default(10_000),
  SANDBOX_SETTLE_MS: wholeNumber(0, 600_000).default(2_000),
  WORKER_POLL_MS: wholeNumber(10, 60_000).default(250),
  LEASE_SECONDS: wholeNumber(1, 3_600).default(40),
  SHUTDOWN_DRAIN_SECONDS: wholeNumber(0, 600).optional(),
  SHUTDOWN_SECONDS: wholeNumber(1, 3_600).default(30),
});

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads and validates every environment variable.
 * @throws {ConfigError} that names each invalid variable, and each sandbox part beside a real provider or
 * in production.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const nonEmpty = Object.fromEntries(
    Object.entries(readSecretFiles(env)).filter(([, value]) => value !== ""),
  );
  // It is read once, so that compiling the rules would take longer than the rules themselves.
  const parsed = variables.safeParse(nonEmpty, { jitless: true });
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigError(`Invalid settings:\n  ${lines.join("\n  ")}`);
  }
  const settings = parsed.data;
  assertLeaseOutlivesCalls(settings);
  assertFallbackGateway(settings);
  assertAccessLogLevel(settings);
  const production = settings.NODE_ENV === "production";
  if (production) checkSecrets(nonEmpty);
  const shutdown = {
    // A trial installation has no load balancer that must notice the stop first.
    drainSeconds: settings.SHUTDOWN_DRAIN_SECONDS ?? (production ? 5 : 0),
    atMostSeconds: settings.SHUTDOWN_SECONDS,
  };
  assertDrainFitsShutdown(shutdown);
  const { environment, demoAccounts } = checkSandboxSettings(settings);
  const plain = production && !settings.ALLOW_PLAIN_DATABASE ? plainConnections(settings) : [];
  if (plain.length > 0) throw new ConfigError(`Invalid settings:\n  ${plain.join("\n  ")}`);
  const logCopies = readLogCopySettings(settings);
  if (typeof logCopies === "string") throw new ConfigError(`Invalid settings:\n  ${logCopies}`);
  const mail = readMailSettings(settings);
  if (typeof mail === "string") throw new ConfigError(`Invalid settings:\n  ${mail}`);
  const tracing = readTracingSettings(settings);
  if (typeof tracing === "string") throw new ConfigError(`Invalid settings:\n  ${tracing}`);
  const vault = readVaultSettings(settings);
  if (typeof vault === "string") throw new ConfigError(`Invalid settings:\n  ${vault}`);

  return {
    production,
    port: settings.PORT,
    host: settings.HOST,
    // Production sends the header by default: browsers ignore it over plain HTTP.
    strictTransport: settings.PUBLIC_URL?.startsWith("https:") ?? production,
    passkeyOrigins: settings.PASSKEY_ORIGINS ?? originsAt(settings.PUBLIC_URL, production),
    /** Without a final slash; links in e-mails begin with it. */
    publicUrl: (settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`).replace(
      /\/$/,
      "",
    ),
    metricsToken: settings.METRICS_TOKEN,
    apiDocs: settings.API_DOCS ?? !production,
    dataDir: settings.DATA_DIR,
    backupDir: settings.BACKUP_DIR,
    secretFiles: secretFiles(env),
    databaseUrl: settings.DATABASE_URL,
    databaseReplicaUrl: settings.DATABASE_REPLICA_URL,
    databaseSessionUrl: settings.DATABASE_SESSION_URL,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    cell: settings.CELL,
    role: settings.ROLE,
    workerPort: settings.WORKER_PORT,
    logLevel: settings.LOG_LEVEL,
    accessLog: settings.ACCESS_LOG,
    appSecret: settings.APP_SECRET,
    encryptionKeys: settings.ENCRYPTION_KEY,
    vault,
    trustProxy: settings.TRUST_PROXY,
    webhookNetworks: settings.WEBHOOK_ALLOWED_NETWORKS,
    environment,
    demoAccounts,
    smsProvider: settings.SMS_PROVIDER,
    smsFallbackProvider: settings.SMS_FALLBACK_PROVIDER,
    providers: { primary: settings.PRIMARY_PROVIDER, alternative: settings.ALTERNATIVE_PROVIDER },
    sandboxAllowed: environment === "sandbox" && (!production || settings.ALLOW_SANDBOX),
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
      dltTemplateId: templateIdsIn("DLT", settings),
      msg91TemplateId: templateIdsIn("MSG91", settings),
    },
    logCopies,
    mail,
    tracing,
    providerTimeoutMs: settings.PROVIDER_TIMEOUT_MS,
    sandboxSettleMs: settings.SANDBOX_SETTLE_MS,
    workerPollMs: settings.WORKER_POLL_MS,
    leaseSeconds: settings.LEASE_SECONDS,
    shutdown,
  };
}

function credentialsIn(
  settings: Readonly<Partial<Record<CredentialName, string | undefined>>>,
): Credentials {
  const entries = credentialNames.map((name) => [name, settings[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
