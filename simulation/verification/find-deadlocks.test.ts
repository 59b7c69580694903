// The guarantee: the proof sees a deadlock that only PostgreSQL's log tells of.
import pg from "pg";
import { expect, test } from "vitest";
import { startDatabase } from "../database.ts";
import { findDeadlocks } from "./find-deadlocks.ts";

test("a deadlock that a client passes over stands in the log, with both statements", async () => {
  const database = await startDatabase();
  try {
    expect(findDeadlocks(database.readLog())).toEqual([]);
    const [one, two] = [0, 1].map(() => new pg.Client({ connectionString: database.url }));
    if (!one || !two) throw new Error("No clients");
    try {
      await Promise.all([one.connect(), two.connect()]);
      await one.query("begin; select pg_advisory_xact_lock(1)");
      await two.query("begin; select pg_advisory_xact_lock(2)");
      const outcomes = await Promise.allSettled([
        one.query("select pg_advisory_xact_lock(2)"),
        two.query("select pg_advisory_xact_lock(1)").then(() => two.query("commit")),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    } finally {
      await Promise.all([one.end(), two.end()]);
    }
    const found = findDeadlocks(database.readLog());
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(
      /pg_advisory_xact_lock\(1\).*pg_advisory_xact_lock\(2\)|pg_advisory_xact_lock\(2\).*pg_advisory_xact_lock\(1\)/,
    );
  } finally {
    await database.close();
  }
});
