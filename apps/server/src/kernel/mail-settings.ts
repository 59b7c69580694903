import { readFileSync } from "node:fs";
import { emailAddress, mailNameRule } from "@rokad/contract/email-rules";
import { z } from "zod";

const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "::1"]);

const address = z.string().refine((value) => emailAddress.safeParse(value).success, {
  error: "must be an e-mail address",
});
const name = z.string().refine((value) => mailNameRule.safeParse(value).success, {
  error: "must be one line of at most 60 characters",
});

/** The environment variables of the mail server for notifications. */
export const mailEnvironment = {
  SMTP_HOST: z.string().min(1).max(253).optional(),
  SMTP_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  SMTP_TLS: z.enum(["starttls", "tls", "none"]).default("starttls"),
  SMTP_CA_FILE: z.string().min(1).optional(),
  MAIL_FROM: address.optional(),
  MAIL_FROM_NAME: name.optional(),
};

interface Environment {
  readonly SMTP_HOST?: string | undefined;
  readonly SMTP_PORT?: number | undefined;
  readonly SMTP_TLS: MailServerSettings["tls"];
  readonly SMTP_CA_FILE?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
  readonly MAIL_FROM_NAME?: string | undefined;
}

/** A mail server, from the environment or from System Settings. */
export interface MailServerSettings {
  readonly host: string;
  readonly port: number;
  /** `starttls` and `tls` verify the certificate; `none` is for this machine only. */
  readonly tls: "starttls" | "tls" | "none";
  /** A certificate authority besides the usual ones, in PEM. */
  readonly ca?: string;
  readonly from: string;
  /** Null: the product's name. */
  readonly fromName: string | null;
}

/** @returns null without `SMTP_HOST`; the sentence that says what is wrong. */
export function readMailSettings(settings: Environment): MailServerSettings | null | string {
  const { SMTP_HOST: host, SMTP_TLS: tls, MAIL_FROM: from, SMTP_CA_FILE: caFile } = settings;
  if (host === undefined) {
    return from === undefined ? null : "SMTP_HOST: must be set with MAIL_FROM";
  }
  if (from === undefined) return "MAIL_FROM: must be set with SMTP_HOST";
  // Without encryption, passwords and names would be readable on the way.
  if (tls === "none" && !loopback.has(host)) {
    return "SMTP_TLS: none is allowed only for a mail server on this machine";
  }
  const ca = caFile === undefined ? undefined : readText(caFile);
  if (caFile !== undefined && ca === undefined) return `SMTP_CA_FILE: ${caFile} can't be read`;
  return {
    host,
    port: settings.SMTP_PORT ?? (tls === "tls" ? 465 : 587),
    tls,
    from,
    fromName: settings.MAIL_FROM_NAME ?? null,
    ...(ca !== undefined && { ca }),
  };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The caller's message names the file.
    return undefined;
  }
}
