import type { AddressInfo, Socket } from "node:net";
import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { loopbackCertificate } from "./loopback-certificate.ts";

export const mailAccount = { user: "rokad", password: "a password: with @ and /" };

/** An e-mail with its headers, as the server received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

/**
 * What the server does with the next mail: refuses it for now or for good, refuses its receiver, or
 * keeps it and breaks the connection instead of answering.
 */
export type MailFault = "451" | "554" | "550 receiver" | "421 receiver" | "drop";

interface MailServerOptions {
  /** `starttls` and `tls` with the certificate of loopback; by default none. */
  readonly tls?: "starttls" | "tls";
  readonly password?: string;
}

/** An SMTP server on loopback that accepts the mail of one account. */
export async function openMailServer({
  tls,
  password = mailAccount.password,
}: MailServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  const faults: MailFault[] = [];
  let heldUp: Promise<void> | undefined;
  const refusal = (responseCode: number, message: string) =>
    Object.assign(new Error(message), { responseCode });
  const server = new SMTPServer({
    // A mail server on this machine needs no TLS; any other does.
    ...(tls
      ? { ...loopbackCertificate, secure: tls === "tls" }
      : { disabledCommands: ["STARTTLS"] }),
    allowInsecureAuth: tls === undefined,
    onAuth({ username, password: sent }, _session, done) {
      const isKnown = username === mailAccount.user && sent === password;
      done(isKnown ? null : refusal(535, "Wrong password"), { user: username });
    },
    onRcptTo({ address }, _session, done) {
      const fault = faults[0];
      if (fault !== "550 receiver" && fault !== "421 receiver") return done();
      faults.shift();
      return done(
        fault === "550 receiver"
          ? refusal(550, `No mailbox ${address} here`)
          : refusal(450, `Try ${address} later`),
      );
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        void (async () => {
          await heldUp;
          const fault = faults.shift();
          if (fault === "451") return done(refusal(451, "Mailbox busy"));
          if (fault === "554") return done(refusal(554, "Looks like spam"));
          const { envelope } = session;
          const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
          const to = envelope.rcptTo.map(({ address }) => address);
          mails.push({ from, to, raw: Buffer.concat(chunks).toString("utf8") });
          if (fault === "drop") return breakConnections();
          return done();
        })();
      });
    },
  });
  const sockets = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  function breakConnections(): void {
    for (const socket of sockets) socket.destroy();
  }
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const { user } = mailAccount;
  return {
    port,
    url: `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    mails: mails as readonly ReceivedMail[],
    /** Answers the next mail with 451. */
    refuseNext(): void {
      faults.push("451");
    },
    /** One fault for each of the next mails. */
    fail(...next: readonly MailFault[]): void {
      faults.push(...next);
    },
    /** Answers nothing until the returned function is called. */
    holdUp(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      heldUp = promise;
      return () => {
        heldUp = undefined;
        resolve();
      };
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
