import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { SMTPServer } from "smtp-server";

export const mailAccount = { user: "rokad", password: "a password: with @ and /" };

/** An e-mail with its headers, as the server received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

/** An SMTP server on loopback that accepts the mail of one account. */
export async function openMailServer() {
  const mails: ReceivedMail[] = [];
  let refusalsLeft = 0;
  const server = new SMTPServer({
    // A mail server on this machine needs no TLS; any other does.
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const isKnown = username === mailAccount.user && password === mailAccount.password;
      done(isKnown ? null : new Error("Wrong password"), { user: username });
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (refusalsLeft > 0) {
          refusalsLeft -= 1;
          return done(Object.assign(new Error("Mailbox busy"), { responseCode: 451 }));
        }
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ from, to, raw: Buffer.concat(chunks).toString("utf8") });
        return done();
      });
    },
  });
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const { user, password } = mailAccount;
  return {
    url: `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    mails: mails as readonly ReceivedMail[],
    /** Answers the next mail with 451. */
    refuseNext(): void {
      refusalsLeft = 1;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
