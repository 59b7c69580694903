// A super admin opens an account with its wallet, finds it in the list, and each change takes effect
// immediately.
import { getTenant } from "@rokad/contract/tenants";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tenantForm } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";

let world: World;
let boss: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
});
afterAll(() => world.close());

const none = "01900000-0000-7000-8000-000000000000";
const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map((answer) => answer.status).toSorted();

function passwordHashOf(id: string) {
  return database()
    .selectFrom("tenants")
    .select("password_hash as hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

describe("opening an account", () => {
  test("creates the wallet, and the tenant can sign in [24.10, 25.38]", async () => {
    const form = tenantForm(world.newMobile());
    const { status, body } = await boss.post("/super-admin/tenants", form);
    expect(status).toBe(201);
    expect(body.message).toBe("Tenant account created successfully");
    expect(body.data).toMatchObject({
      name: "Verma Stores",
      phone: form.phone,
      email: "accounts@verma.example",
      role: "retailer",
      isActive: true,
      features: ["wallet_topup"],
      allowed_providers: ["primary"],
    });
    const tenant = await world.signIn(form.phone);
    expect([tenant.id, await tenant.balance()]).toEqual([body.data._id, 0]);
  });

  test("grants wallet_topup and the primary provider by default, and an email only if given [25.39]", async () => {
    const { features: _, allowed_providers: __, ...form } = tenantForm(world.newMobile());
    const { body } = await boss.post("/super-admin/tenants", { ...form, email: "" });
    expect(body.data).toMatchObject({
      email: null,
      features: ["wallet_topup"],
      allowed_providers: ["primary"],
    });
    const doubled = {
      ...tenantForm(world.newMobile()),
      features: ["create_payout", "create_payout"],
    };
    expect((await boss.post("/super-admin/tenants", doubled)).body.data.features).toEqual([
      "create_payout",
    ]);
  });

  test("stores the password only as an Argon2id hash, and returns it in no answer", async () => {
    const form = tenantForm(world.newMobile());
    const { body, text } = await boss.post("/super-admin/tenants", form, { key: "with-password" });
    expect((await passwordHashOf(body.data._id)).hash).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
    );
    expect(text).not.toMatch(/password|argon2/);
    const again = await boss.post("/super-admin/tenants", form, { key: "with-password" });
    expect([again.status, again.text]).toEqual([201, text]);
    const other = { ...form, password: "Another-horse-9" };
    const reused = await boss.post("/super-admin/tenants", other, { key: "with-password" });
    expect(reused.body.error.code).toBe("IDEMPOTENCY_KEY_REUSED");
  });

  test("rejects a number that has an account, also with 8 requests at the same time", async () => {
    const form = tenantForm(world.newMobile());
    const tries = Array.from({ length: 8 }, () => boss.post("/super-admin/tenants", form));
    const answers = await Promise.all(tries);
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body.error).toMatchObject({
      code: "PHONE_TAKEN",
      fields: { phone: "An account with this phone number already exists" },
    });
    const admins = await boss.post("/super-admin/tenants", tenantForm(boss.mobile));
    expect(admins.body.error.code).toBe("PHONE_TAKEN");
  });

  test.for([
    ["name", "", "Name is required"],
    ["name", "A", "Name must be at least 2 characters"],
    ["phone", "", "Phone number is required"],
    ["phone", "5876543210", "Please enter a valid 10-digit Indian phone number"],
    ["phone", "987654321", "Please enter a valid 10-digit Indian phone number"],
    ["email", "nobody", "Please enter a valid email address"],
    ["password", "", "Password is required"],
    ["password", "Short-1", "Password must be at least 8 characters"],
    [
      "password",
      "alllowercase1",
      "Password must contain at least one uppercase letter, one lowercase letter, and one number",
    ],
    ["role", "", "Role is required"],
    ["role", "superadmin", "Role must be operator or retailer"],
    ["features.0", ["everything"], "There is no such feature"],
    ["allowed_providers.0", ["mine"], "There is no such provider"],
  ] as const)("rejects %s = %j: %s", async ([field, value, message]) => {
    const form = { ...tenantForm("9876543210"), [field.split(".")[0] ?? field]: value };
    const { status, body } = await boss.post("/super-admin/tenants", form);
    expect([status, body.error.fields]).toEqual([400, { [field]: message }]);
  });
});

describe("the list", () => {
  const names = async (query: Record<string, string>) =>
    (await boss.get("/super-admin/tenants", query)).body.data.map((tenant) => tenant.name);
  beforeAll(async () => {
    for (let opened = 0; opened < 8; opened += 1) await world.retailer();
    await world.operator({ name: "Banerjee & Sons" });
    await world.retailer({ name: "100% Cotton_Co" });
    const { id } = await world.retailer({ name: "Chawla Sweets" });
    await boss.patch(`/super-admin/tenants/${id}/status`, { isActive: false });
  });

  test("is newest first, in pages of 10, with the tenants' own pagination [25.36]", async () => {
    const { body } = await boss.get("/super-admin/tenants");
    expect(body.data).toHaveLength(10);
    expect(body.data[0]?.name).toBe("Chawla Sweets");
    expect(body.pagination).toEqual({ page: 1, limit: 10, total: body.total });
    expect(body.total).toBeGreaterThan(10);
    const { body: last } = await boss.get("/super-admin/tenants", { page: "9" });
    expect([last.data, last.pagination]).toEqual([[], { page: 9, limit: 10, total: body.total }]);
  });

  test("finds a part of name, phone or email, in any case [21.4, 25.36]", async () => {
    expect(await names({ search: "banerJEE" })).toEqual(["Banerjee & Sons"]);
    const { mobile } = await world.operator({ name: "Dutta Books" });
    expect(await names({ search: mobile.slice(2) })).toEqual(["Dutta Books"]);
    expect(await names({ search: "ACCOUNTS@verma" })).toContain("Verma Stores");
    expect(await names({ search: "nobody has this" })).toEqual([]);
  });

  test("searches for wildcards literally", async () => {
    expect(await names({ search: "%" })).toEqual(["100% Cotton_Co"]);
    expect(await names({ search: "n_C" })).toEqual(["100% Cotton_Co"]);
    expect(await names({ search: "\\" })).toEqual([]);
    const { status } = await boss.get("/super-admin/tenants", { search: "A\u0000" });
    expect(status).toBe(400);
  });

  test("filters by role and status [21.4, 25.36]", async () => {
    expect(await names({ status: "inactive" })).toEqual(["Chawla Sweets"]);
    expect(await names({ role: "operator", search: "Banerjee" })).toEqual(["Banerjee & Sons"]);
    expect(await names({ role: "retailer", search: "Banerjee" })).toEqual([]);
    expect(await names({ role: "all", status: "all", search: "chawla" })).toEqual([
      "Chawla Sweets",
    ]);
  });

  test("one tenant is answered by its id, with every field [25.37]", async () => {
    const form = {
      ...tenantForm(world.newMobile()),
      role: "operator",
      features: ["wallet_topup", "view_reports"],
      allowed_providers: ["primary", "alternative"],
    };
    const { data: created } = (await boss.post("/super-admin/tenants", form)).body;
    await boss.put(`/super-admin/tenants/${created._id}`, { features: ["view_reports"] });
    const { data } = await boss.ask(getTenant, { params: { id: created._id } });
    expect(data).toMatchObject({
      _id: created._id,
      name: form.name,
      phone: form.phone,
      email: form.email,
      role: "operator",
      isActive: true,
      features: ["view_reports"],
      allowed_providers: ["primary", "alternative"],
      createdAt: created.createdAt,
    });
    expect(Date.parse(data.updatedAt)).toBeGreaterThan(Date.parse(created.updatedAt));
    expect(Date.parse(created.createdAt)).toBeLessThanOrEqual(Date.now());
  });

  test("has no super admin, like every other call [25.37]", async () => {
    expect(await names({ search: boss.mobile })).toEqual([]);
    const address = `/super-admin/tenants/${boss.id}` as const;
    const answers = await Promise.all([
      boss.get(address),
      boss.put(address, { role: "operator" }),
      boss.patch(`${address}/status`, { isActive: false }),
      boss.delete(address),
      boss.get(`/super-admin/tenants/${none}`),
    ]);
    expect(statusesOf(answers)).toEqual([404, 404, 404, 404, 404]);
  });
});

describe("a change", () => {
  test("of features applies to the tenant's next request [24.11, 25.10, 25.40]", async () => {
    const tenant = await world.retailer({ features: [] });
    const blocked = await tenant.post("/wallet/deposit/initiate", {});
    expect(blocked.body.error.code).toBe("FEATURE_NOT_ENABLED");
    const address = `/super-admin/tenants/${tenant.id}` as const;
    const { body } = await boss.put(address, { features: ["wallet_topup"] });
    expect(body.message).toBe("Tenant updated successfully");
    const allowed = await tenant.post("/wallet/deposit/initiate", {});
    expect(allowed.body.error.code).toBe("INVALID_INPUT");
    expect((await tenant.get("/auth/me")).body.data.user.features).toEqual(["wallet_topup"]);
  });

  test("keeps omitted fields, and a blank password keeps the current one [23.63, 25.40]", async () => {
    const { body: opened } = await boss.post("/super-admin/tenants", tenantForm(world.newMobile()));
    const address = `/super-admin/tenants/${opened.data._id}` as const;
    const before = await passwordHashOf(opened.data._id);
    const { body } = await boss.put(address, { role: "operator", password: "" });
    const { updatedAt: _, ...unchanged } = opened.data;
    expect(body.data).toMatchObject({ ...unchanged, role: "operator" });
    expect(body.data.updatedAt > opened.data.updatedAt).toBe(true);
    expect(await passwordHashOf(opened.data._id)).toEqual(before);
    await boss.put(address, { password: "Changed-horse-9" });
    expect(await passwordHashOf(opened.data._id)).not.toEqual(before);
    expect((await boss.get(address)).body.data).toEqual({
      ...body.data,
      updatedAt: expect.any(String),
    });
  });

  test("of name, phone or email is not possible [23.64, 25.37]", async () => {
    const tenant = await world.retailer({ name: "Old Name" });
    await boss.put(`/super-admin/tenants/${tenant.id}`, { name: "New Name", phone: "9999999999" });
    const { data } = await boss.ask(getTenant, { params: { id: tenant.id } });
    expect([data.name, data.phone]).toEqual(["Old Name", tenant.mobile]);
  });
});
