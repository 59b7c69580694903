import { open } from "node:fs/promises";
import type { LogCopySettings, SignedWebhook } from "../../kernel/log-copy-settings.ts";
import { CopyNotSentError, reasonOf } from "./audit-receiver.ts";
import { postSigned } from "./sign-webhook.ts";

/** The heads of a day, as text for people and for `verify-heads`. */
export interface DailyHeads {
  /** `YYYY-MM-DD` in India. */
  readonly day: string;
  readonly text: string;
}

/** A place outside that gets the heads of both chains each day. */
export interface HeadsPlace {
  /** Identifies its row, so it never changes. */
  readonly name: "heads file" | "heads webhook" | "heads mail";
  /** @throws {CopyNotSentError} unless the place certainly has the heads. */
  publish(heads: DailyHeads): Promise<void>;
}

/** Appends to a file and waits until the disk has it. An empty line ends what a crash cut off. */
export function appendToFile(path: string): HeadsPlace {
  return {
    name: "heads file",
    async publish({ text }) {
      try {
        await using file = await open(path, "a", 0o640);
        await file.appendFile(`\n${text}`);
        await file.sync();
      } catch (error) {
        throw new CopyNotSentError(`HEADS_FILE can't be written (${reasonOf(error)})`);
      }
    },
  };
}

export function postHeads(webhook: SignedWebhook): HeadsPlace {
  return {
    name: "heads webhook",
    publish: ({ day, text }) =>
      postSigned(webhook, { id: `heads-${day}`, contentType: "text/plain; charset=utf-8", text }),
  };
}

const mailTimeoutMs = 20_000;

/** Sends an e-mail. TLS is required unless the SMTP server runs on this machine. */
export function mailHeads({
  smtpUrl,
  from,
  to,
}: Required<LogCopySettings>["headsMail"]): HeadsPlace {
  return {
    name: "heads mail",
    async publish({ day, text }) {
      // Loaded late: most installations and commands send no e-mail.
      const { createTransport } = await import("nodemailer");
      const { protocol, hostname, port, username, password } = new URL(smtpUrl);
      const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
      const secure = protocol === "smtps:";
      const transport = createTransport({
        host: hostname.replaceAll(/[[\]]/g, ""),
        port: port === "" ? (secure ? 465 : 587) : Number(port),
        secure,
        requireTLS: !secure && !isLocal,
        ignoreTLS: !secure && isLocal,
        ...(username && {
          auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
        }),
        connectionTimeout: mailTimeoutMs,
        greetingTimeout: mailTimeoutMs,
        socketTimeout: mailTimeoutMs,
        // Rokad's mail has no attachment, so nothing may be read from files or addresses.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await transport.sendMail({
          from,
          to,
          subject: `Rokad: heads of the audit log and the ledger, ${day}`,
          text: `${explanation}\n\n${text}`,
        });
      } catch (error) {
        throw new CopyNotSentError(`SMTP: ${reasonOf(error)}`);
      } finally {
        transport.close();
      }
    },
  };
}

/** Lines of at most 76 characters, so that the mail keeps them as they are. */
const explanation = [
  "Keep this message. To check that nothing was cut off since then, save it",
  "as a file and run:",
  "npm run admin -- verify-heads --file FILE",
].join("\n");
