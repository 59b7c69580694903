// The guarantee: a webhook reaches public addresses only, decided by the address that the socket
// connects to, however the URL spells it and whatever a name says later.
import dns, { type LookupAddress } from "node:dns";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openReceiver, type Receiver } from "../../../test/webhook-receiver.ts";
import { inNetworks } from "../../kernel/network-list.ts";
import { postWebhook, resolveEndpoint } from "./post-webhook.ts";
import { isReachable, useWebhookNetworks } from "./reachable-addresses.ts";

let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterEach(() => {
  useWebhookNetworks(undefined);
  vi.restoreAllMocks();
});
afterAll(() => receiver.close());

const post = (url: string) => postWebhook(url, {}, "{}", 2_000);

test.each([
  "127.0.0.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "127.1",
  "0.0.0.0",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "localhost",
  "169.254.169.254",
  "[fe80::1]",
  "[fd00:ec2::254]",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "100.100.100.200",
  "255.255.255.255",
])("%s is refused, and the error names the setting", async (host) => {
  const attempt = await post(`http://${host}:${receiver.port}/`);
  expect(attempt).toMatchObject({ status: undefined, failed: "address" });
  expect(attempt.error).toContain("WEBHOOK_ALLOWED_NETWORKS");
  expect(receiver.received).toHaveLength(0);
});

test("a name that resolves to a public address first and to this machine later is refused", async () => {
  const answers = ["93.184.216.34", "127.0.0.1"];
  vi.spyOn(dns.promises, "lookup");
  vi.spyOn(dns, "lookup").mockImplementation(((
    _name: string,
    _options: object,
    callback: (error: null, list: LookupAddress[]) => void,
  ) => {
    callback(null, [{ address: answers.shift() ?? "127.0.0.1", family: 4 }]);
  }) as never);
  dns.lookup("rebinding.example", { all: true }, () => undefined);
  const attempt = await post(`https://rebinding.example:${receiver.port}/`);
  expect(attempt).toMatchObject({ failed: "address" });
  expect(attempt.error).toContain("127.0.0.1 is not a public address");
  expect(answers).toEqual([]);
});

test("a name with one private address among public ones is refused", async () => {
  vi.spyOn(dns, "lookup").mockImplementation(((
    _name: string,
    _options: object,
    callback: (error: null, list: LookupAddress[]) => void,
  ) => {
    callback(null, [
      { address: "93.184.216.34", family: 4 },
      { address: "10.0.0.7", family: 4 },
    ]);
  }) as never);
  expect((await post("https://mixed.example/")).error).toContain("10.0.0.7");
});

test("an allowed network is reached, over plain HTTP too; a public one only over HTTPS", async () => {
  useWebhookNetworks(inNetworks(["127.0.0.0/8"]));
  expect(await post(receiver.url)).toMatchObject({ status: 204, error: undefined });
  expect(await post(receiver.url.replace("127.0.0.1", "[::ffff:127.0.0.1]"))).toMatchObject({
    status: 204,
  });
  expect((await post("http://93.184.216.34/")).error).toContain("only reached over https");
});

test("public addresses are reachable, and this machine's own are not", async () => {
  expect(["93.184.216.34", "2606:4700:4700::1111", "1.1.1.1"].map(isReachable)).toEqual([
    true,
    true,
    true,
  ]);
  expect(await resolveEndpoint("https://2130706433/")).toEqual(["127.0.0.1"]);
});

test("an endpoint that does not answer in time fails", async () => {
  useWebhookNetworks(inNetworks(["127.0.0.0/8"]));
  receiver.answerWith(() => undefined);
  const attempt = await postWebhook(receiver.url, {}, "{}", 50);
  expect(attempt).toMatchObject({ failed: "answer", error: "No answer within 0.05 seconds" });
});
