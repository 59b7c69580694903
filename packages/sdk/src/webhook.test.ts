import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { signWebhook, verifyWebhook } from "./webhook.ts";

const secret = `whsec_${Buffer.from("a secret of thirty-two bytes now").toString("base64")}`;
const other = `whsec_${Buffer.from("b secret of thirty-two bytes now").toString("base64")}`;
const id = "0b9f6a52-7c1e-4d7a-9b57-1f2f6c0a4e21";
const event = { id, type: "payout.success", client_reference: "चालान-118", version: 7 };
const body = JSON.stringify(event);
const signed = (change: Partial<Parameters<typeof signWebhook>[0]> = {}) =>
  signWebhook({ id, body, secret, ...change });
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

describe("accepts", () => {
  test("what it signs, as the official library does", async () => {
    const headers = await signed();
    expect(await verifyWebhook({ body, headers, secret })).toEqual(event);
    expect(new Webhook(secret).verify(body, headers)).toEqual(event);
  });

  test("what the official library signs, as text, bytes, and with the headers of a Request", async () => {
    const at = new Date();
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, at, body),
    };
    const bytes = new TextEncoder().encode(body);
    expect(await verifyWebhook({ body, headers, secret })).toEqual(event);
    expect(await verifyWebhook({ body: bytes, headers, secret })).toEqual(event);
    expect(await verifyWebhook({ body, headers: new Headers(headers), secret })).toEqual(event);
    expect(new Webhook(secret).verify(body, await signed({ at }))).toEqual(event);
    expect(await signed({ at })).toEqual(headers);
  });

  test("either secret while one replaces the other, and either of two signatures", async () => {
    const headers = await signed();
    expect(await verifyWebhook({ body, headers, secret: [other, secret] })).toEqual(event);
    const both = `v1a,bm90IG91cnM= ${(await signed({ secret: other }))["webhook-signature"]} ${headers["webhook-signature"]}`;
    const withBoth = { ...headers, "webhook-signature": both };
    expect(await verifyWebhook({ body, headers: withBoth, secret })).toEqual(event);
  });
});

describe("says why it refuses", () => {
  const refusals: [why: string, code: string, webhook: () => Promise<object>][] = [
    ["a missing header", "HEADER_MISSING", async () => ({ headers: { "webhook-id": id } })],
    [
      "a timestamp that is none",
      "TIMESTAMP_MALFORMED",
      async () => ({ headers: { ...(await signed()), "webhook-timestamp": "2026-11-20" } }),
    ],
    [
      "an old timestamp",
      "TIMESTAMP_TOO_OLD",
      async () => ({ headers: await signed({ at: secondsAgo(302) }) }),
    ],
    [
      "a timestamp in the future",
      "TIMESTAMP_TOO_NEW",
      async () => ({ headers: await signed({ at: secondsAgo(-302) }) }),
    ],
    [
      "another secret",
      "NO_SIGNATURE_MATCHES",
      async () => ({ headers: await signed({ secret: other }) }),
    ],
    [
      "another timestamp than the signed one",
      "NO_SIGNATURE_MATCHES",
      async () => ({
        headers: {
          ...(await signed({ at: secondsAgo(9_000) })),
          "webhook-timestamp": (await signed())["webhook-timestamp"],
        },
      }),
    ],
    ["a changed body", "NO_SIGNATURE_MATCHES", async () => ({ body: `${body} ` })],
    [
      "only signatures of other versions",
      "NO_SIGNATURE_MATCHES",
      async () => ({ headers: { ...(await signed()), "webhook-signature": "v1a,AAAA v1,*" } }),
    ],
    ["a parsed body", "BODY_MALFORMED", async () => ({ body: event })],
    [
      "a signed body that is not JSON",
      "BODY_MALFORMED",
      async () => ({ body: "no JSON", headers: await signed({ body: "no JSON" }) }),
    ],
    ["a secret without whsec_", "SECRET_MALFORMED", async () => ({ secret: secret.slice(6) })],
    ["half a secret", "SECRET_MALFORMED", async () => ({ secret: secret.slice(0, 20) })],
    ["a secret that is no base64", "SECRET_MALFORMED", async () => ({ secret: "whsec_…" })],
  ];
  test.each(refusals)("%s", async (_, code, change) => {
    const webhook = { body, headers: await signed(), secret, ...(await change()) };
    await expect(verifyWebhook(webhook)).rejects.toMatchObject({ name: "WebhookError", code });
  });
});

test("just within the tolerance is accepted, and another tolerance is kept", async () => {
  const headers = await signed({ at: secondsAgo(295) });
  expect(await verifyWebhook({ body, headers, secret })).toEqual(event);
  await expect(
    verifyWebhook({ body, headers, secret, toleranceSeconds: 60 }),
  ).rejects.toMatchObject({ code: "TIMESTAMP_TOO_OLD" });
});
