// The guarantee: an expired, foreign or soon ending certificate of the console is found before
// browsers refuse it, and an address that this machine can't reach is not called good or bad.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../../test/free-port.ts";
import { loopbackCertificate } from "../../../test/stand-ins/loopback-certificate.ts";
import { useClock } from "../../kernel/clock.ts";
import { checkCertificates } from "./check-certificates.ts";

const server = createServer(loopbackCertificate);
let publicUrl: string;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  publicUrl = `https://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

function trustLoopback(): void {
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, loopbackCertificate.cert]);
  onTestFinished(() => setDefaultCACertificates(before));
}

const examine = (url = publicUrl) => checkCertificates({ publicUrl: url, databaseUrl: undefined });

test("says until when a trusted certificate is valid", async () => {
  trustLoopback();
  expect(await examine()).toEqual([
    {
      check: "Certificate of the console",
      is_ok: true,
      detail: "valid until 2126-10-30",
      remedy: null,
    },
  ]);
});

test.each([
  ["2126-10-20T00:00:00Z", "valid until 2126-10-30"],
  ["2126-11-01T00:00:00Z", "expired on 2126-10-30"],
])("finds at %s that it ends soon or has ended", async (today, detail) => {
  trustLoopback();
  onTestFinished(useClock(() => new Date(today)));
  const [finding] = await examine();
  expect(finding).toMatchObject({ is_ok: false, detail });
  expect(finding?.remedy).toMatch(/^Renew the certificate at your proxy/);
});

test("finds a certificate that browsers refuse", async () => {
  const [finding] = await examine();
  expect(finding).toMatchObject({ is_ok: false, detail: expect.stringContaining("self-signed") });
  expect(finding?.remedy).toMatch(/NODE_EXTRA_CA_CERTS/);
});

test("says that it checked nothing when this machine does not reach the address", async () => {
  const [finding] = await examine(`https://localhost:${await freePort()}`);
  expect(finding?.detail).toMatch(/^not checked: localhost:\d+ is not reachable .*ECONNREFUSED/);
});

test("has nothing to check on a plain address", async () => {
  expect(await examine("http://localhost:3000")).toEqual([]);
});
