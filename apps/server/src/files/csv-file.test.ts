// The guarantee: an export is complete or visibly broken, it runs nothing in a spreadsheet, and a
// cancelled one releases its resources.
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { SignedIn } from "../../test/signed-in.ts";
import { openWorld, type World } from "../../test/world.ts";
import { csvFile, type Cell } from "./csv-file.ts";
import { database } from "../database/db.ts";

async function* rowsOf(...rows: Cell[][]) {
  yield* rows;
}

const written = async (...cells: Cell[]) => {
  const { content } = csvFile("test.csv", ["Title"], rowsOf(cells));
  // Reading as text removes the byte order mark.
  return (await text(content)).slice("Title\r\n".length, -"\r\n".length);
};

describe("a cell", () => {
  test.for([
    ["=cmd()", "'=cmd()"],
    ["+91 98765", "'+91 98765"],
    ["-1+1", "'-1+1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["＝1", "'＝1"],
    ["a,b", '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ["two\n=lines()", '"two\n=lines()"'],
    ["two\r=lines()", '"two\r=lines()"'],
    ["Rajkot रोकड़ ₹", "Rajkot रोकड़ ₹"],
  ] as const)("of text %j becomes %s [14.12]", async ([given, expected]) => {
    expect(await written(given)).toBe(expected);
  });

  test("of paise is a plain number of rupees, also a negative one", async () => {
    expect(await written(1506_15n, -1506_10n, 5n, 0n)).toBe("1506.15,-1506.10,0.05,0.00");
  });

  test("of an instant is in Indian time, and of null is empty", async () => {
    expect(await written(new Date("2026-03-10T18:30:00Z"), null)).toBe("11/03/2026 00:00:00,");
  });
});

test("a row that fails cuts the file instead of ending it", async () => {
  async function* failing() {
    for (let row = 0; row < 1_000; row += 1) yield [String(row)];
    throw new Error("The database went away");
  }
  const { content } = csvFile("test.csv", ["Row"], failing());
  await expect(text(content)).rejects.toThrow("The database went away");
});

test("a cancelled file stops its rows and frees its slot", async () => {
  let stopped = 0;
  async function* endless() {
    try {
      for (;;) yield ["row"];
    } finally {
      stopped += 1;
    }
  }
  const open = Array.from({ length: 4 }, () => csvFile("test.csv", ["Row"], endless()).content);
  expect(() => csvFile("test.csv", ["Row"], endless())).toThrow("Many exports");
  for (const content of open) {
    await once(content, "readable");
    content.read();
    content.destroy();
    await once(content, "close");
  }
  expect(stopped).toBe(4);
  csvFile("test.csv", ["Row"], endless()).content.destroy();
});

describe("over a socket", () => {
  let world: World;
  let tenant: SignedIn;
  let port: number;
  const rows = 60_000;
  beforeAll(async () => {
    world = await openWorld();
    tenant = await world.retailer();
    const account = await world.approvedAccount(tenant);
    // Pending deposits are not in the ledger, so they can be inserted at once. Their rollups are
    // added at once too, because the trigger would take minutes.
    await database()
      .transaction()
      .execute(async (db) => {
        await sql`alter table deposits disable trigger deposits_rollups`.execute(db);
        await sql`
          insert into deposits (id, tenant_id, bank_account_id, amount_paise, utr_reference, created_at)
          select gen_random_uuid(), ${tenant.id}, ${account}, 10000 + n, 'LONG' || lpad(n::text, 12, '0'), now()
          from generate_series(1, ${rows}) as n
        `.execute(db);
        await sql`
          select add_deposit_shares(array_agg(deposit_share_of(deposits, 1))) from deposits
        `.execute(db);
        await sql`alter table deposits enable trigger deposits_rollups`.execute(db);
      });
    await world.app.listen({ port: 0, host: "127.0.0.1" });
    port = (world.app.server.address() as AddressInfo).port;
  });
  afterAll(() => world.close());
  afterEach(async () => {
    await expect.poll(copiesOpen).toBe(0);
  });

  /** The number of database connections of exports. */
  async function copiesOpen(): Promise<number> {
    const { rows: copies } = await sql<{ count: bigint }>`
      select count(*) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
        and query like 'copy (%'
    `.execute(database());
    return Number(copies[0]?.count);
  }

  async function download() {
    const request = get({
      host: "127.0.0.1",
      port,
      path: "/api/v1/wallet/deposit/history/export",
      headers: { authorization: `Bearer ${tenant.token}` },
      agent: false,
    });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    for (const end of [request, response]) end.on("error", () => undefined);
    return { request, response };
  }

  test("sends a long history completely", async () => {
    const { response } = await download();
    expect((await text(response)).trim().split("\r\n")).toHaveLength(rows + 1);
  });

  test("an export whose query fails is answered with our error [9.29]", async () => {
    await sql`alter table bank_accounts rename column bank_name to away`.execute(database());
    try {
      const { status, headers, body } = await tenant.get("/wallet/deposit/history/export");
      expect([status, body.error.code]).toEqual([500, "INTERNAL"]);
      expect(headers["content-disposition"]).toBeUndefined();
    } finally {
      await sql`alter table bank_accounts rename column away to bank_name`.execute(database());
    }
  });

  test("a cancelled download releases its database connection", async () => {
    for (let broken = 0; broken < 11; broken += 1) {
      const { request, response } = await download();
      await once(response, "data");
      request.destroy();
      await expect.poll(copiesOpen).toBe(0);
    }
    expect(await tenant.balance()).toBe(0);
  });

  test("slow readers leave database connections for other requests", async () => {
    const slow = await Promise.all([download(), download(), download(), download()]);
    const { status, headers, body } = await tenant.get("/wallet/deposit/history/export");
    expect([status, body.error.code]).toEqual([429, "EXPORTS_BUSY"]);
    expect(headers["retry-after"]).toBe("5");
    expect(headers["content-disposition"]).toBeUndefined();
    expect(await tenant.balance()).toBe(0);
    for (const { request } of slow) request.destroy();
  });

  test("a lost database connection cuts the download [9.29]", async () => {
    const { response } = await download();
    await once(response, "data");
    response.pause();
    await expect.poll(copiesOpen).toBe(1);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
        and query like 'copy (%'
    `.execute(database());
    await expect(text(response)).rejects.toThrow("aborted");
  });
});
