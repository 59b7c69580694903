import { MissingCredentialError, readCredentials } from "../../kernel/credentials.ts";
import { missingCredentials } from "../../kernel/credentials.ts";
import { redactSecrets } from "../../kernel/redact-secrets.ts";
import { messageIdOf, senderOf, type MailRoute } from "./configured-mail.ts";
import { InternalHostError, publicAddressOf } from "./public-address.ts";
import type { WrittenEmail } from "./write-email.ts";

/** An e-mail with its receiver. */
export interface Email extends WrittenEmail {
  /** The id of its row. */
  readonly id: string;
  readonly to: string;
}

/** An e-mail was not handed over. The message holds neither address nor content. */
export class EmailNotSentError extends Error {
  override name = "EmailNotSentError";
  /** The server refused this e-mail for good: another try would fail too (RFC 5321, 4.2.1). */
  readonly isRefused: boolean;

  constructor(message: string, { isRefused = false } = {}) {
    super(message);
    this.isRefused = isRefused;
  }
}

const timeoutMs = 10_000;

/**
 * Hands one e-mail to the mail server, once, over verified TLS.
 * @throws {EmailNotSentError} unless the server took it. After a connection that broke it may have.
 */
export async function sendEmail(
  route: ServerRoute,
  { id, to, subject, text, html }: Email,
): Promise<void> {
  const transport = await openTransport(route);
  try {
    await transport.sendMail({
      from: await senderOf(route.server),
      // As an object: as text, a comma would make two receivers.
      to: { name: "", address: to },
      subject,
      text,
      html,
      messageId: messageIdOf(id),
      headers: {
        // No answer by a machine, and none that a list would send (RFC 3834).
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
      },
    });
  } catch (error) {
    throw asNotSent(error);
  } finally {
    transport.close();
  }
}

/**
 * Connects to the mail server and signs in, without an e-mail.
 * @throws {EmailNotSentError} with the reason.
 */
export async function verifyMailServer(route: ServerRoute): Promise<void> {
  const transport = await openTransport(route);
  try {
    await transport.verify();
  } catch (error) {
    throw asNotSent(error);
  } finally {
    transport.close();
  }
}

type ServerRoute = Extract<MailRoute, { readonly server: unknown }>;

async function openTransport({ source, server }: ServerRoute) {
  // Loaded late: most installations and commands send no e-mail.
  const { createTransport } = await import("nodemailer");
  const { host, port, tls, ca } = server;
  const auth = await readAccount();
  const address = source === "settings" ? await resolve(host) : host;
  return createTransport({
    host: address,
    port,
    secure: tls === "tls",
    requireTLS: tls === "starttls",
    ignoreTLS: tls === "none",
    tls: { servername: host, minVersion: "TLSv1.2", ...(ca !== undefined && { ca }) },
    ...(auth && { auth }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // These e-mails have no attachment, so nothing may be read from files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

async function resolve(host: string): Promise<string> {
  try {
    return await publicAddressOf(host);
  } catch (error) {
    if (error instanceof InternalHostError) throw new EmailNotSentError(error.message);
    throw new EmailNotSentError("The mail server's name was not found");
  }
}

async function readAccount() {
  if ((await missingCredentials(["SMTP_USER"])).length > 0) return undefined;
  try {
    const { SMTP_USER: user, SMTP_PASSWORD: pass } = await readCredentials(
      "SMTP_USER",
      "SMTP_PASSWORD",
    );
    return { user, pass };
  } catch (error) {
    if (error instanceof MissingCredentialError) throw new EmailNotSentError(error.message);
    throw error;
  }
}

interface SmtpError {
  /** Nodemailer's, such as `EAUTH`. */
  readonly code?: string;
  /** The server's, such as 550. */
  readonly responseCode?: number;
  readonly response?: string;
}

function asNotSent(error: unknown): EmailNotSentError {
  if (error instanceof EmailNotSentError) return error;
  const { code = "", responseCode, response } = error as SmtpError;
  const reason = reasons[code] ?? "The mail server did not take the e-mail";
  const answer = response === undefined ? "" : `: ${redactSecrets(response)}`;
  const isRefused =
    responseCode !== undefined &&
    responseCode >= 500 &&
    (code === "EENVELOPE" || code === "EMESSAGE");
  return new EmailNotSentError(`${reason}${answer}`, { isRefused });
}

/** What an operator reads for each code of nodemailer. */
const reasons: Readonly<Record<string, string>> = {
  EAUTH: "The mail server refused user or password",
  ECONNECTION: "The mail server can't be reached or broke the connection",
  ESOCKET: "The mail server can't be reached, or its certificate is not valid",
  EDNS: "The mail server's name was not found",
  ETIMEDOUT: "The mail server gave no answer in time",
  ETLS: "The mail server offers no encryption (STARTTLS)",
  EENVELOPE: "The mail server refused the address",
  EMESSAGE: "The mail server refused the e-mail",
};
