import { beforeEach, describe, expect, test } from "vitest";
import { ApiError, NoAnswerError } from "./api-error.ts";
import { createRenewal, SessionOverError } from "./renewal.ts";
import type { Rotation } from "./last-rotation.ts";
import type { Tokens } from "./tokens.ts";

/*
 * A refresh token works once; the server ends the session when it returns after its successor. So all
 * tabs together must use each token exactly once.
 */
const now = 1_000_000_000_000;
const minute = 60_000;

/** Browser storage and the server's state, common to all tabs. */
let stored: Tokens | null;
let lastRotation: Rotation | null;
let validRefresh: string;
let usedTokens: string[];
let serverResponse: (() => Promise<never>) | null;
let lock: Promise<unknown>;

beforeEach(() => {
  stored = { access: "a1", refresh: "r1", expiresAtMs: now + 10 * minute };
  lastRotation = null;
  validRefresh = "r1";
  usedTokens = [];
  serverResponse = null;
  lock = Promise.resolve();
});

/** @param read what this tab sees of browser storage; another tab's writes may arrive late. */
function openTab(read: () => Tokens | null = () => stored) {
  return createRenewal({
    read,
    readLastRotation: () => Promise.resolve(lastRotation),
    saveRotation: (rotation) => {
      lastRotation = rotation;
      return Promise.resolve();
    },
    save: (pair) => {
      stored = {
        access: pair.access_token,
        refresh: pair.refresh_token,
        expiresAtMs: now + 15 * minute,
      };
    },
    now: () => now,
    // As navigator.locks: one at a time across all tabs.
    exclusive: (work) => {
      const turn = lock.then(work, work);
      lock = turn.catch(() => undefined);
      return turn;
    },
    rotate: async (refreshToken) => {
      usedTokens.push(refreshToken);
      await Promise.resolve();
      if (serverResponse) return serverResponse();
      if (refreshToken !== validRefresh) throw new ApiError({ status: 401 });
      const next = usedTokens.length + 1;
      validRefresh = `r${next}`;
      return { access_token: `a${next}`, refresh_token: validRefresh };
    },
  });
}

test("sends a token with time left unchanged", async () => {
  expect(await openTab().freshToken()).toBe("a1");
  expect(usedTokens).toEqual([]);
});

test("renews a token within a minute of its expiry, before any request fails", async () => {
  stored = { access: "a1", refresh: "r1", expiresAtMs: now + minute - 1 };
  expect(await openTab().freshToken()).toBe("a2");
  expect(stored.refresh).toBe("r2");
});

test("many requests at once in one tab renew once", async () => {
  stored = { access: "a1", refresh: "r1", expiresAtMs: now - 1 };
  const tab = openTab();
  const tokens = await Promise.all([tab.freshToken(), tab.freshToken(), tab.renew("a1")]);
  expect(tokens).toEqual(["a2", "a2", "a2"]);
  expect(usedTokens).toEqual(["r1"]);
});

test("two tabs renew once: the second finds the first one's tokens under the lock", async () => {
  stored = { access: "a1", refresh: "r1", expiresAtMs: now - 1 };
  const tokens = await Promise.all([
    openTab().freshToken(),
    openTab().freshToken(),
    openTab().renew("a1"),
  ]);
  expect(tokens).toEqual(["a2", "a2", "a2"]);
  expect(usedTokens).toEqual(["r1"]);
});

test("a tab with stale storage does not use the same token again", async () => {
  const old = { access: "a1", refresh: "r1", expiresAtMs: now - 1 };
  stored = old;
  await openTab().renew("a1");
  const lagging = openTab(() => old);
  expect(await lagging.renew("a1")).toBe("a2");
  expect(usedTokens).toEqual(["r1"]);
});

test("a tab that sees the new refresh token with the old access token does not renew again", async () => {
  await openTab().renew("a1");
  const halfWay = openTab(() => ({ access: "a1", refresh: "r2", expiresAtMs: now - 1 }));
  expect(await halfWay.renew("a1")).toBe("a2");
  expect(usedTokens).toEqual(["r1"]);
});

test("a later renewal uses the later token", async () => {
  const tab = openTab();
  expect(await tab.renew("a1")).toBe("a2");
  expect(await tab.renew("a2")).toBe("a3");
  expect(usedTokens).toEqual(["r1", "r2"]);
});

describe("the session ends", () => {
  test("when nobody is signed in", async () => {
    stored = null;
    await expect(openTab().freshToken()).rejects.toThrow(SessionOverError);
  });

  test("when the token was rejected and there is no refresh token", async () => {
    stored = { access: "a1", refresh: null, expiresAtMs: null };
    const tab = openTab();
    expect(await tab.freshToken()).toBe("a1");
    await expect(tab.renew("a1")).rejects.toThrow(SessionOverError);
  });

  test("when the server revokes the refresh token", async () => {
    validRefresh = "another";
    await expect(openTab().renew("a1")).rejects.toThrow(SessionOverError);
  });

  test("when another tab signed out while this one waited for the lock", async () => {
    stored = { access: "a1", refresh: "r1", expiresAtMs: now - 1 };
    lock = signOutElsewhere();
    await expect(openTab().freshToken()).rejects.toThrow(SessionOverError);
    expect(usedTokens).toEqual([]);
  });
});

test("a sign-out during a renewal is not undone by its answer", async () => {
  stored = { access: "a1", refresh: "r1", expiresAtMs: now - 1 };
  const renewal = openTab().freshToken();
  while (usedTokens.length === 0) await Promise.resolve();
  stored = null;
  await expect(renewal).rejects.toThrow(SessionOverError);
  expect(stored).toBeNull();
});

async function signOutElsewhere(): Promise<void> {
  await Promise.resolve();
  stored = null;
}

describe("the session goes on", () => {
  test("when the server is unreachable: the old token is tried once more", async () => {
    stored = { access: "a1", refresh: "r1", expiresAtMs: now + 1 };
    serverResponse = () => Promise.reject(new NoAnswerError("offline"));
    expect(await openTab().freshToken()).toBe("a1");
  });

  test.each([429, 500, 503])("when the renewal fails with %i", async (status) => {
    serverResponse = () => Promise.reject(new ApiError({ status }));
    const renewal = openTab().renew("a1");
    await expect(renewal).rejects.toThrow(ApiError);
    await expect(renewal).rejects.not.toThrow(SessionOverError);
    expect(stored?.refresh).toBe("r1");
  });
});
