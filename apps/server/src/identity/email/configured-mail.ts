import type { MailServerSettings } from "../../kernel/mail-settings.ts";
import { productName } from "../settings/read-branding.ts";
import { readSettings } from "../settings/settings.ts";

/** What the server's environment says about e-mail. */
interface ConfiguredMail {
  readonly environment: MailServerSettings | null;
  /** Whether e-mails are kept in the database while no mail server is set. */
  readonly hasMailbox: boolean;
  /** The console's address, for links. */
  readonly publicUrl: string;
}

let configured: ConfiguredMail = {
  environment: null,
  hasMailbox: false,
  publicUrl: "http://localhost:3000",
};

/** Sets the server's part of the configuration. Call it before the first e-mail. */
export function useMail(mail: ConfiguredMail): void {
  configured = mail;
}

/** Where e-mails go now. */
export type MailRoute =
  | { readonly source: "environment" | "settings"; readonly server: MailServerSettings }
  | { readonly source: "sandbox" | "none" };

/**
 * Where e-mails go now: the environment comes first, then System Settings, then the sandbox.
 * @throws 503 `SETTING_UNREADABLE`.
 */
export async function readMailRoute(): Promise<MailRoute> {
  const { environment, hasMailbox } = configured;
  if (environment) return { source: "environment", server: environment };
  const settings = await readSettings();
  const { smtp_host: host, mail_from: from } = settings;
  if (host !== null && from !== null) {
    const { smtp_port: port, smtp_tls: tls, mail_from_name: fromName } = settings;
    return { source: "settings", server: { host, port, tls, from, fromName } };
  }
  return { source: hasMailbox ? "sandbox" : "none" };
}

export async function canSendEmail(): Promise<boolean> {
  return (await readMailRoute()).source !== "none";
}

/** The console's address of a page. */
export function linkTo(page: string): string {
  return `${configured.publicUrl}${page}`;
}

/** Stays the same for each try, so that a receiver recognises a repeat (RFC 5322, 3.6.4). */
export function messageIdOf(id: string): string {
  return `<${id}@${new URL(configured.publicUrl).hostname.replaceAll(/[[\]]/g, "")}>`;
}

/** The sender's name and address. */
export async function senderOf({ from, fromName }: MailServerSettings) {
  return { name: fromName ?? (await productName()), address: from };
}
