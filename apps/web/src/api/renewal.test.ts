import { beforeEach, describe, expect, test } from "vitest";
import { ApiError, NoAnswerError } from "./api-error.ts";
import { makeRenewal, SessionOverError } from "./renewal.ts";
import type { Trade } from "./last-trade.ts";
import type { Tokens } from "./tokens.ts";

/*
 * A refresh token works once; the server ends the session when it sees one twice. So whatever the
 * tabs do, each must be traded exactly once.
 */
const now = 1_000_000_000_000;
const minute = 60_000;

/** Browser storage and the server's memory, shared by all tabs. */
let stored: Tokens | null;
let lastTrade: Trade | null;
let validRefresh: string;
let trades: string[];
let serverSays: (() => Promise<never>) | null;
let turns: Promise<unknown>;

beforeEach(() => {
  stored = { access: "a1", refresh: "r1", expiresAtMs: now + 10 * minute };
  lastTrade = null;
  validRefresh = "r1";
  trades = [];
  serverSays = null;
  turns = Promise.resolve();
});

/** @param read what this tab sees of browser storage; another tab's writes may reach it late. */
function openTab(read: () => Tokens | null = () => stored) {
  return makeRenewal({
    read,
    lastTrade: () => Promise.resolve(lastTrade),
    noteTrade: (trade) => {
      lastTrade = trade;
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
    // As navigator.locks: one at a time over all tabs.
    alone: (work) => {
      const turn = turns.then(work, work);
      turns = turn.catch(() => undefined);
      return turn;
    },
    trade: async (refreshToken) => {
      trades.push(refreshToken);
      await Promise.resolve();
      if (serverSays) return serverSays();
      if (refreshToken !== validRefresh) throw new ApiError({ status: 401 });
      const next = trades.length + 1;
      validRefresh = `r${next}`;
      return { access_token: `a${next}`, refresh_token: validRefresh };
    },
  });
}

test("a token with time left is sent as it is", async () => {
  expect(await openTab().freshToken()).toBe("a1");
  expect(trades).toEqual([]);
});

test("a token is renewed within a minute of its end, before any request is refused", async () => {
  stored = { access: "a1", refresh: "r1", expiresAtMs: now + minute - 1 };
  expect(await openTab().freshToken()).toBe("a2");
  expect(stored.refresh).toBe("r2");
});

test("many requests at once in one tab renew once", async () => {
  stored = { access: "a1", refresh: "r1", expiresAtMs: now - 1 };
  const tab = openTab();
  const tokens = await Promise.all([tab.freshToken(), tab.freshToken(), tab.renew("a1")]);
  expect(tokens).toEqual(["a2", "a2", "a2"]);
  expect(trades).toEqual(["r1"]);
});

test("two tabs renew once: the second finds the first one's tokens in its turn", async () => {
  stored = { access: "a1", refresh: "r1", expiresAtMs: now - 1 };
  const tokens = await Promise.all([
    openTab().freshToken(),
    openTab().freshToken(),
    openTab().renew("a1"),
  ]);
  expect(tokens).toEqual(["a2", "a2", "a2"]);
  expect(trades).toEqual(["r1"]);
});

test("a tab whose view of storage lags behind does not trade the same token again", async () => {
  const old = { access: "a1", refresh: "r1", expiresAtMs: now - 1 };
  stored = old;
  await openTab().renew("a1");
  const lagging = openTab(() => old);
  expect(await lagging.renew("a1")).toBe("a2");
  expect(trades).toEqual(["r1"]);
});

test("nor does one that sees the new refresh token with the old access token", async () => {
  await openTab().renew("a1");
  const halfWay = openTab(() => ({ access: "a1", refresh: "r2", expiresAtMs: now - 1 }));
  expect(await halfWay.renew("a1")).toBe("a2");
  expect(trades).toEqual(["r1"]);
});

test("a later renewal trades the later token", async () => {
  const tab = openTab();
  expect(await tab.renew("a1")).toBe("a2");
  expect(await tab.renew("a2")).toBe("a3");
  expect(trades).toEqual(["r1", "r2"]);
});

describe("the session is over", () => {
  test("when nobody is signed in", async () => {
    stored = null;
    await expect(openTab().freshToken()).rejects.toThrow(SessionOverError);
  });

  test("when the token was refused and there is nothing to renew it with", async () => {
    stored = { access: "a1", refresh: null, expiresAtMs: null };
    const tab = openTab();
    expect(await tab.freshToken()).toBe("a1");
    await expect(tab.renew("a1")).rejects.toThrow(SessionOverError);
  });

  test("when the server takes the refresh token back", async () => {
    validRefresh = "another";
    await expect(openTab().renew("a1")).rejects.toThrow(SessionOverError);
  });

  test("when another tab signed out while this one waited for its turn", async () => {
    stored = { access: "a1", refresh: "r1", expiresAtMs: now - 1 };
    turns = signOutElsewhere();
    await expect(openTab().freshToken()).rejects.toThrow(SessionOverError);
    expect(trades).toEqual([]);
  });
});

async function signOutElsewhere(): Promise<void> {
  await Promise.resolve();
  stored = null;
}

describe("the session is not over", () => {
  test("when the server is away: an old token is tried once more", async () => {
    stored = { access: "a1", refresh: "r1", expiresAtMs: now + 1 };
    serverSays = () => Promise.reject(new NoAnswerError("offline"));
    expect(await openTab().freshToken()).toBe("a1");
  });

  test.each([429, 500, 503])("when the renewal is answered with %i", async (status) => {
    serverSays = () => Promise.reject(new ApiError({ status }));
    const renewal = openTab().renew("a1");
    await expect(renewal).rejects.toThrow(ApiError);
    await expect(renewal).rejects.not.toThrow(SessionOverError);
    expect(stored?.refresh).toBe("r1");
  });
});
