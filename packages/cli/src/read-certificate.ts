import { isIP } from "node:net";
import { connect } from "node:tls";

export interface Certificate {
  /** Of the connection, such as TLSv1.3. */
  readonly version: string;
  readonly validTo: Date;
}

/** Connects as a request would, and reads what the server shows. @throws if it can't be trusted. */
export async function readCertificate({ hostname, port }: URL): Promise<Certificate> {
  // The brackets of an IPv6 address belong to the URL.
  const host = hostname.replaceAll(/[[\]]/g, "");
  return new Promise((resolve, reject) => {
    // Only names are sent for the server to choose its certificate by.
    const name = isIP(host) === 0 && { servername: host };
    const socket = connect({ host, port: Number(port || 443), ...name }, () => {
      const { valid_to: end } = socket.getPeerCertificate();
      resolve({ version: socket.getProtocol() ?? "TLS", validTo: new Date(end) });
      socket.destroy();
    });
    socket.setTimeout(10_000, () => socket.destroy(new Error("No answer within 10 s")));
    socket.once("error", reject);
  });
}
