import { changeEmailAddress, verifyEmailAddress } from "@rokad/contract/notification-choices";
import { listSandboxEmails } from "@rokad/contract/sandbox";
import { useCredentials } from "../src/kernel/credentials.ts";
import type { MailServerSettings } from "../src/kernel/mail-settings.ts";
import { useMail } from "../src/identity/email/configured-mail.ts";
import { openPayoutWorld } from "./payout-world.ts";
import type { SignedIn } from "./signed-in.ts";
import { loopbackCertificate } from "./stand-ins/loopback-certificate.ts";
import { mailAccount, openMailServer } from "./stand-ins/mail-server.ts";

export const mailPassword = "a-token-that-only-this-mail-server-knows";
const publicUrl = "https://pay.example.in";

export type MailWorld = Awaited<ReturnType<typeof openMailWorld>>;

/** A world whose e-mails go to a real SMTP server over STARTTLS, or into the sandbox's mailbox. */
export async function openMailWorld() {
  const world = await openPayoutWorld();
  const mailServer = await openMailServer({ tls: "starttls", password: mailPassword });
  const environment: MailServerSettings = {
    host: "localhost",
    port: mailServer.port,
    tls: "starttls",
    ca: loopbackCertificate.cert,
    from: "no-reply@example.in",
    fromName: null,
  };
  const useServer = (change: Partial<MailServerSettings> = {}) =>
    useMail({ environment: { ...environment, ...change }, hasMailbox: true, publicUrl });
  const useMailbox = () => useMail({ environment: null, hasMailbox: true, publicUrl });
  const useNothing = () => useMail({ environment: null, hasMailbox: false, publicUrl });
  const setKeys = () =>
    useCredentials({ SMTP_USER: mailAccount.user, SMTP_PASSWORD: mailPassword });
  setKeys();
  useMailbox();

  const mailbox = async (to: string) =>
    (await world.anyone.ask(listSandboxEmails, { query: { to } })).data;

  return {
    ...world,
    mailServer,
    useServer,
    useMailbox,
    useNothing,
    setKeys,
    mailbox,
    /** The newest code that was sent to an address. */
    async emailCode(to: string): Promise<string> {
      await world.work();
      return (await mailbox(to)).find(({ code }) => code !== null)?.code ?? "no code";
    },
    /** Gives a tenant a verified address, and clears what was sent for it. */
    async verify(person: SignedIn, email: string): Promise<void> {
      useMailbox();
      await person.ask(changeEmailAddress, { body: { email } });
      await person.ask(verifyEmailAddress, { body: { code: await this.emailCode(email) } });
      await world.work();
    },
    async close(): Promise<void> {
      useCredentials({});
      useNothing();
      await mailServer.close();
      await world.close();
    },
  };
}

/** A header of an e-mail, unfolded and decoded (RFC 2047). */
export function headerOf(raw: string, name: string): string {
  const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replaceAll(/\r\n[ \t]+/g, " ");
  const line = head.split("\r\n").find((one) => one.toLowerCase().startsWith(`${name}:`)) ?? "";
  return line
    .slice(name.length + 1)
    .trim()
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(text, "base64").toString("utf8")
        : unquote(text.replaceAll("_", " ")),
    );
}

/** The plain part of an e-mail. */
export function textOf(raw: string): string {
  const [, boundary = ""] = /boundary="([^"]+)"/.exec(raw) ?? [];
  const part =
    raw.split(`--${boundary}`).find((one) => one.includes("Content-Type: text/plain")) ?? "";
  const at = part.indexOf("\r\n\r\n");
  const body = part.slice(at + 4);
  if (/transfer-encoding: base64/i.test(part.slice(0, at))) {
    return Buffer.from(body, "base64").toString("utf8");
  }
  return /transfer-encoding: quoted-printable/i.test(part.slice(0, at))
    ? unquote(body.replaceAll("=\r\n", ""))
    : body;
}

function unquote(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}
