import { z } from "zod";
import { secureUrl } from "./secure-url.ts";

const webhookSecret = z
  .string()
  .regex(
    /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/,
    "must be whsec_ and at least 24 random bytes in base64",
  );

/** The environment variables for copies of the audit log and of the heads outside. */
export const logCopyEnvironment = {
  AUDIT_SYSLOG_URL: z
    .url({ protocol: /^syslogs?$/ })
    .refine((url) => new URL(url).port !== "", "must name its port, such as syslogs://host:6514")
    .optional(),
  AUDIT_SYSLOG_CA_FILE: z.string().min(1).optional(),
  AUDIT_WEBHOOK_URL: secureUrl.optional(),
  AUDIT_WEBHOOK_SECRET: webhookSecret.optional(),
  HEADS_FILE: z.string().min(1).optional(),
  HEADS_WEBHOOK_URL: secureUrl.optional(),
  HEADS_WEBHOOK_SECRET: webhookSecret.optional(),
  HEADS_MAIL_TO: z.email().optional(),
  HEADS_MAIL_FROM: z.email().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
};

type Settings = {
  readonly [Name in keyof typeof logCopyEnvironment]?: string | undefined;
};

export interface SignedWebhook {
  readonly url: string;
  readonly secret: string;
}

/** Where copies go; undefined for what is not set. */
export interface LogCopySettings {
  readonly syslog?: { readonly url: string; readonly caFile: string | undefined };
  readonly webhook?: SignedWebhook;
  readonly headsFile?: string;
  readonly headsWebhook?: SignedWebhook;
  readonly headsMail?: { readonly smtpUrl: string; readonly from: string; readonly to: string };
}

/** @returns the settings, or the sentence that says which variable is missing. */
export function readLogCopySettings(settings: Settings): LogCopySettings | string {
  const missing = incompleteGroups.flatMap((names) => {
    const unset = names.filter((name) => settings[name] === undefined);
    return unset.length === 0 || unset.length === names.length
      ? []
      : [`${unset.join(", ")}: must be set with ${names.find((name) => !unset.includes(name))}`];
  });
  if (missing.length > 0) return missing.join("\n  ");
  const {
    AUDIT_SYSLOG_URL: syslogUrl,
    AUDIT_WEBHOOK_URL: webhook,
    AUDIT_WEBHOOK_SECRET: secret,
    HEADS_FILE: headsFile,
    HEADS_WEBHOOK_URL: headsWebhook,
    HEADS_WEBHOOK_SECRET: headsSecret,
    HEADS_MAIL_TO: to,
    HEADS_MAIL_FROM: from,
    SMTP_URL: smtpUrl,
  } = settings;
  return {
    ...(syslogUrl && { syslog: { url: syslogUrl, caFile: settings.AUDIT_SYSLOG_CA_FILE } }),
    ...(webhook && secret && { webhook: { url: webhook, secret } }),
    ...(headsFile && { headsFile }),
    ...(headsWebhook &&
      headsSecret && { headsWebhook: { url: headsWebhook, secret: headsSecret } }),
    ...(to && from && smtpUrl && { headsMail: { smtpUrl, from, to } }),
  };
}

/** Variables that only make sense together. */
const incompleteGroups = [
  ["AUDIT_WEBHOOK_URL", "AUDIT_WEBHOOK_SECRET"],
  ["HEADS_WEBHOOK_URL", "HEADS_WEBHOOK_SECRET"],
  ["HEADS_MAIL_TO", "HEADS_MAIL_FROM", "SMTP_URL"],
] as const;
