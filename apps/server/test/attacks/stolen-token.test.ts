// The guarantee: a refresh token is worthless without the key of its browser (RFC 9449), and an access
// token is worthless after five minutes. Each test is an attack that fails.
import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { database } from "../../src/database/db.ts";
import { now } from "../../src/kernel/clock.ts";
import { Payer } from "../payer.ts";
import { openPayoutWorld, type PayoutWorld } from "../payout-world.ts";
import {
  createSessionKey,
  injectedAddress,
  type ProofChange,
  type SessionKey,
} from "../session-key.ts";

const refreshAddress = injectedAddress("/auth/refresh");

let world: PayoutWorld;
let anyone: Payer;
let key: SessionKey;
let thiefKey: SessionKey;
let mobile: string;
let tokens: { access_token: string; refresh_token: string };

beforeAll(async () => {
  world = await openPayoutWorld();
  anyone = new Payer(world.app, "", "");
  [key, thiefKey] = await Promise.all([createSessionKey(), createSessionKey()]);
});
beforeEach(async () => {
  mobile = await world.newTenant();
  tokens = await signIn();
});
afterAll(() => world.close());

const seconds = () => Math.floor(now().getTime() / 1000);
const proofBy = (by: SessionKey, change: ProofChange = {}) =>
  by.proof(refreshAddress, { iat: seconds(), ...change });

async function signIn(proof?: string) {
  world.pass(31_000);
  await anyone.post("/auth/send-otp", { mobile });
  const otp = await world.codeFor(mobile);
  const own = await key.proof(injectedAddress("/auth/verify-otp"), { iat: seconds() });
  const { body } = await anyone.post("/auth/verify-otp", { mobile, otp }, { proof: proof ?? own });
  return body.data;
}

const refresh = (proof?: string, token = tokens.refresh_token) =>
  anyone.post("/auth/refresh", { refresh_token: token }, proof === undefined ? {} : { proof });
const callWith = (token: string) => new Payer(world.app, mobile, token);
const isOpen = async () => (await callWith(tokens.access_token).get("/auth/me")).status === 200;

async function expectStolen(attempt: ReturnType<typeof refresh>) {
  const { status, body } = await attempt;
  expect([status, body.error?.code]).toEqual([401, "SESSION_STOLEN"]);
  expect(await isOpen()).toBe(false);
  const notes = await new Payer(world.app, mobile, (await signIn()).access_token).get(
    "/notifications",
  );
  const kinds = notes.body.data.map((one: { kind: string }) => one.kind);
  expect(kinds).toContain("session_stolen");
}

async function expectRejected(attempt: ReturnType<typeof refresh>) {
  const { status, body } = await attempt;
  expect([status, body.error?.code]).toEqual([400, "DPOP_PROOF_INVALID"]);
  expect(await isOpen()).toBe(true);
  expect((await refresh(await proofBy(key))).status).toBe(200);
}

describe("a stolen refresh token", () => {
  test("without a proof ends the session and notifies its owner, with an audit row", async () => {
    await expectStolen(refresh());
    const row = await database()
      .selectFrom("audit_log")
      .select(["act", "actor_id"])
      .where("act", "=", "session.stolen")
      .executeTakeFirstOrThrow();
    expect(row.actor_id).toBeNull();
  });

  test("with a proof by the thief's own key ends the session", async () => {
    await expectStolen(refresh(await proofBy(thiefKey)));
  });

  test("with the owner's public key in a proof that the thief signed ends the session", async () => {
    await expectStolen(refresh(await proofBy(thiefKey, { header: { jwk: key.jwk } })));
  });

  test.each(["none", "HS256"])("with a proof of algorithm %s ends the session", async (alg) => {
    await expectStolen(refresh(await forgedProof(alg)));
  });

  test("with rubbish as its proof ends the session", async () => {
    await expectStolen(refresh("rubbish"));
  });

  test("ends the session when its successor is in use, also with the right key", async () => {
    const next = (await refresh(await proofBy(key))).body.data;
    expect((await refresh(await proofBy(key), next.refresh_token)).status).toBe(200);
    const again = await refresh(await proofBy(key));
    expect([again.status, again.body.error.code]).toEqual([401, "NOT_SIGNED_IN"]);
    expect(await isOpen()).toBe(false);
  });

  test("ends the session after its owner used it, without the key", async () => {
    await refresh(await proofBy(key));
    await expectStolen(refresh(await proofBy(thiefKey)));
  });

  test("gives its owner one new pair when 8 thieves race with the owner, at most", async () => {
    const attempts = await Promise.all([
      refresh(await proofBy(key)),
      ...Array.from({ length: 8 }, async () => refresh(await proofBy(thiefKey))),
    ]);
    expect(attempts.filter((one) => one.status === 200).length).toBeLessThanOrEqual(1);
    expect(attempts.slice(1).every((one) => one.status === 401)).toBe(true);
    expect(await isOpen()).toBe(false);
  });
});

describe("a refresh whose answer was lost", () => {
  test("gives its owner another pair, and the chain goes on from any of them", async () => {
    const pairs = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { status, body } = await refresh(await proofBy(key));
      expect(status).toBe(200);
      pairs.push(body.data);
    }
    const [unread, received, late] = pairs.map((pair) => pair.refresh_token);
    const next = await refresh(await proofBy(key), received);
    expect(next.status).toBe(200);
    for (const lost of [unread, late])
      expect((await refresh(await proofBy(key), lost)).status).toBe(401);
    expect((await refresh(await proofBy(key), next.body.data.refresh_token)).status).toBe(200);
  });

  test("is none when the pair of a server with a slow clock is in use", async () => {
    expect((await refresh(await proofBy(key))).status).toBe(200);
    world.pass(-10_000);
    const repeated = (await refresh(await proofBy(key))).body.data;
    expect((await refresh(await proofBy(key), repeated.refresh_token)).status).toBe(200);
    const again = await refresh(await proofBy(key));
    expect([again.status, again.body.error?.code]).toEqual([401, "NOT_SIGNED_IN"]);
  });

  test("gives each of 8 repeats at once a pair that works", async () => {
    const attempts = await Promise.all(
      Array.from({ length: 8 }, async () => refresh(await proofBy(key))),
    );
    expect(attempts.map((one) => one.status)).toEqual(Array(8).fill(200));
    const last = attempts.at(-1)?.body.data.refresh_token;
    expect((await refresh(await proofBy(key), last)).status).toBe(200);
  });
});

describe("a captured proof", () => {
  test("works once on all servers, also with the next token", async () => {
    const proof = await proofBy(key);
    tokens = (await refresh(proof)).body.data;
    await expectRejected(refresh(proof));
  });

  test.each([
    ["another path", { htu: injectedAddress("/auth/verify-otp") }],
    ["another host", { htu: "http://evil.example/api/v1/auth/refresh" }],
    ["another method", { htm: "GET" }],
    ["no address", { htu: "javascript:alert(1)" }],
  ])("for %s is rejected", async (_, change) => {
    await expectRejected(refresh(await proofBy(key, change)));
  });

  test("with the private key in it is worthless", async () => {
    await expectStolen(refresh(await proofBy(key, { header: { jwk: key.privateJwk } })));
  });

  test.each([
    ["no jti", { jti: undefined }],
    ["an empty jti", { jti: "" }],
    ["no time", { iat: undefined }],
  ])("with %s proves nothing", async (_, change) => {
    await expectStolen(refresh(await proofBy(key, change as object)));
  });
});

describe("a device with a wrong clock", () => {
  test.each([-90, 90, -86_400 * 365, 86_400 * 365])(
    "that is %i s off gets a nonce, refreshes with it, and keeps its session",
    async (offset) => {
      const iat = seconds() + offset;
      const first = await refresh(await proofBy(key, { iat }));
      expect([first.status, first.body.error.code]).toEqual([400, "USE_DPOP_NONCE"]);
      const nonce = String(first.headers["dpop-nonce"]);
      expect((await refresh(await proofBy(key, { iat, nonce }))).status).toBe(200);
    },
  );

  test("gets no use of a nonce that is old or forged", async () => {
    const iat = seconds() - 3_600;
    const nonce = String((await refresh(await proofBy(key, { iat }))).headers["dpop-nonce"]);
    world.pass(61_000);
    for (const one of [nonce, `${nonce.slice(0, -4)}AAAA`]) {
      const { body } = await refresh(await proofBy(key, { iat, nonce: one }));
      expect(body.error.code).toBe("USE_DPOP_NONCE");
    }
    expect(await isOpen()).toBe(true);
  });

  test("can sign in: the code is still valid after the nonce", async () => {
    await anyone.post("/auth/send-otp", { mobile });
    // The first text goes out after the answer, and must not be newer than the second.
    const earlier = await world.codeFor(mobile);
    world.pass(31_000);
    await anyone.post("/auth/send-otp", { mobile });
    const otp = await world.codeFor(mobile);
    expect(otp).not.toBe(earlier);
    const verify = async (change: ProofChange) =>
      anyone.post(
        "/auth/verify-otp",
        { mobile, otp },
        { proof: await key.proof(injectedAddress("/auth/verify-otp"), { iat: 1, ...change }) },
      );
    const first = await verify({});
    expect(first.body.error.code).toBe("USE_DPOP_NONCE");
    expect((await verify({ nonce: String(first.headers["dpop-nonce"]) })).status).toBe(200);
  });
});

test("a stolen access token is worthless after five minutes", async () => {
  expect(await isOpen()).toBe(true);
  world.pass(5 * 60_000 + 1_000);
  expect(await isOpen()).toBe(false);
});

test("a sign-in with an invalid proof is rejected, and its code stays valid", async () => {
  world.pass(31_000);
  await anyone.post("/auth/send-otp", { mobile });
  const otp = await world.codeFor(mobile);
  const body = { mobile, otp };
  const rejected = await anyone.post("/auth/verify-otp", body, {
    proof: await forgedProof("none"),
  });
  expect([rejected.status, rejected.body.error.code]).toEqual([400, "DPOP_PROOF_INVALID"]);
  expect((await anyone.post("/auth/verify-otp", body)).status).toBe(200);
});

/** A proof that names the owner's public key and is signed without its private key. */
async function forgedProof(alg: string): Promise<string> {
  const header = { alg, typ: "dpop+jwt", jwk: key.jwk };
  const claims = { htm: "POST", htu: refreshAddress, iat: seconds(), jti: randomUUID() };
  if (alg === "HS256") {
    // The public key as the shared secret.
    const secret = new TextEncoder().encode(JSON.stringify(key.jwk));
    return new SignJWT(claims).setProtectedHeader(header).sign(secret);
  }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part(header)}.${part(claims)}.`;
}
