// The guarantee: a super admin finds any row by actor, action, time and subject, pages without
// gaps, exports the whole filter, and sees whether the hash chain is intact.
import { createTenant } from "@rokad/contract/tenants";
import {
  checkAuditLog,
  exportAuditLog,
  getAuditCheck,
  listAuditLog,
} from "@rokad/contract/security-log";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tenantForm } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { disableGuards, backUpTables, tamper } from "../../../test/tamper.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { transaction } from "../../database/db.ts";
import { record } from "./record.ts";

let world: World;
let admin: SignedIn;
let tenant: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.superAdmin();
  tenant = await world.retailer({ name: "Quiet Lane Stores" });
  await world.at("2026-02-03T04:05:06Z", () =>
    transaction((db) =>
      record(db, {
        act: "setting.changed",
        by: { id: admin.id, from: { address: "203.0.113.9", userAgent: "Firefox" } },
        subject: { kind: "setting", id: "txn_fees" },
        reason: "=a formula",
        before: { txn_fees: "5.00" },
        after: { txn_fees: "6.00" },
      }),
    ),
  );
});
afterAll(() => world.close());

const list = (query: Record<string, string | number> = {}) => admin.ask(listAuditLog, { query });

test("a row has actor, act, subject, reason, address, before and after [20.5]", async () => {
  const { data } = await list({ group: "setting" });
  expect(data).toEqual([
    {
      seq: expect.any(Number),
      at: "2026-02-03T04:05:06.000Z",
      act: "setting.changed",
      actor: { id: admin.id, name: admin.name, phone: admin.mobile, role: "superadmin" },
      subject: { kind: "setting", id: "txn_fees", name: null },
      reason: "=a formula",
      before: { txn_fees: "5.00" },
      after: { txn_fees: "6.00" },
      address: "203.0.113.9",
      user_agent: "Firefox",
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
});

test("pages have no gap and no repeated row while rows are added [20.7]", async () => {
  const first = await list({ limit: 2 });
  await transaction((db) => record(db, { act: "job.retried", by: null }));
  const seen = first.data.map(({ seq }) => seq);
  for (let next = first.next; next !== null;) {
    const page = await list({ limit: 2, before: next });
    seen.push(...page.data.map(({ seq }) => seq));
    next = page.next;
  }
  expect(seen).toEqual(Array.from({ length: seen[0] ?? 0 }, (_, nth) => (seen[0] ?? 0) - nth));
});

describe("filters", () => {
  test("match by the act's group [20.6]", async () => {
    const { data } = await list({ group: "sign_in" });
    expect(new Set(data.map(({ act }) => act))).toEqual(new Set(["sign_in.succeeded"]));
  });

  test("match part of a name or mobile number, as actor or as subject [20.6]", async () => {
    await world.anyone.post("/auth/verify-otp", { mobile: tenant.mobile, otp: "000000" });
    for (const person of ["quiet lane", tenant.mobile.slice(2)]) {
      const { data } = await list({ person });
      expect(data.map(({ act, actor, subject }) => [act, actor?.id, subject?.name])).toEqual(
        expect.arrayContaining([
          ["sign_in.succeeded", tenant.id, null],
          ["sign_in.failed", undefined, "Quiet Lane Stores"],
        ]),
      );
      expect(
        data.every(
          ({ actor, subject }) => (actor ?? subject)?.id === tenant.id || subject?.id === tenant.id,
        ),
      ).toBe(true);
    }
    expect((await list({ person: "%" })).data).toEqual([]);
  });

  test("match the id of a subject, a person or a row [20.6]", async () => {
    const { data: byName } = await list({ search: "txn_fees" });
    expect(byName.map(({ act }) => act)).toEqual(["setting.changed"]);
    const { data: byRow } = await list({ search: `#${byName[0]?.seq}` });
    expect(byRow).toEqual(byName);
    const { data: byPerson } = await list({ search: tenant.id.toUpperCase() });
    expect(byPerson.length).toBeGreaterThan(0);
    expect((await list({ search: "nothing of the kind" })).data).toEqual([]);
  });

  test("match days, both ends included [20.6]", async () => {
    const { data } = await list({ from: "2026-02-03", to: "2026-02-03" });
    expect(data.map(({ act }) => act)).toEqual(["setting.changed"]);
    expect((await list({ from: "2026-02-04", to: "2026-02-04" })).data).toEqual([]);
  });

  test.each([{ group: "cats" }, { before: "0" }, { from: "2026-02-30" }, { limit: "1000" }])(
    "reject %o",
    async (query) => {
      const { status, body } = await admin.get("/super-admin/audit-log", query);
      expect([status, body.error.code]).toEqual([400, "INVALID_INPUT"]);
    },
  );
});

test("the export has all matching rows, escapes formulas, and is itself in the log [20.8]", async () => {
  const { text, headers } = await admin.get("/super-admin/audit-log/export", { group: "setting" });
  expect(headers["x-row-count"]).toBe("1");
  expect(text).toContain("'=a formula");
  expect(text.trim().split("\r\n")).toHaveLength(2);
  const { data } = await list({ group: "export" });
  expect(data[0]).toMatchObject({
    subject: { kind: "export", id: exportAuditLog.name },
    after: { group: "setting" },
  });
});

test("an export of several pages has every row once [20.8]", async () => {
  await transaction(async (db) => {
    for (let row = 0; row < 600; row += 1) await record(db, { act: "job.discarded", by: null });
  });
  const { text } = await admin.get("/super-admin/audit-log/export", { group: "job" });
  const rows = text.trim().split("\r\n").slice(1);
  const seqs = rows.map((row) => Number(row.split(",")[0]));
  expect(seqs).toEqual(seqs.toSorted((a, b) => b - a));
  expect(new Set(seqs).size).toBe(601);
});

describe("the check", () => {
  test("stores its result and records the check", async () => {
    expect((await admin.ask(getAuditCheck, {})).data.last).toBeNull();
    const { data } = await admin.ask(checkAuditLog, {});
    expect(data).toMatchObject({
      is_running: false,
      last: { checked_by: admin.name, faults: [], row_count: expect.any(Number) },
    });
    expect((await admin.ask(getAuditCheck, {})).data).toEqual(data);
    expect((await list({ group: "audit_log" })).data[0]).toMatchObject({
      act: "audit_log.checked",
      after: { rows: data.last?.row_count, faults: 0 },
    });
  });

  test("two requests at once share one check", async () => {
    const before = (await list({ group: "audit_log" })).data.length;
    await Promise.all([admin.ask(checkAuditLog, {}), admin.ask(checkAuditLog, {})]);
    expect((await list({ group: "audit_log" })).data).toHaveLength(before + 1);
  });

  test("names the changed row [20.9]", async () => {
    await disableGuards(["audit_log"]);
    const putBack = await backUpTables(["audit_log"]);
    await tamper("update audit_log set reason = 'another' where seq = 3");
    const { data } = await admin.ask(checkAuditLog, {});
    expect(data.last?.faults).toEqual(["row 3 was changed"]);
    await putBack();
  });
});

test("a tenant's password does not reach the log", async () => {
  const form = tenantForm(world.newMobile());
  await admin.ask(createTenant, { body: form });
  const { text } = await admin.get("/super-admin/audit-log/export");
  expect(text).not.toContain(form.password);
});
