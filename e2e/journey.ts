import { execFile } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { test as base, expect, type Page } from "@playwright/test";
import pg from "pg";
import { freshDatabase } from "../apps/server/test/fresh-database.ts";
import { featureIds, type Feature } from "@rokad/contract/call";
import { environment, program, startServer } from "./start-server.ts";

interface Person {
  readonly mobile: string;
  readonly token: string;
  readonly refreshToken: string;
  readonly signedInAtMs: number;
}

/** A session is used again this long; its access token lives three times as long. */
const sessionReuseMs = 5 * 60_000;

/** The running program on a database of its own, with the demo's super admin to approve things. */
export class Rokad {
  readonly origin: string;
  readonly #sessions = new Map<string, Promise<Person>>();
  readonly #database: string;
  #numbers: number;

  constructor(origin: string, database: string, workerIndex: number) {
    this.origin = origin;
    this.#database = database;
    // Every worker has its own numbers, so that a failure names a person once.
    this.#numbers = 8_000_000_000 + workerIndex * 1_000_000;
  }

  /** One API call that must succeed, outside the browser. */
  async call(
    token: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    // oxlint-disable-next-line typescript/no-explicit-any -- a journey reads an answer freely
  ): Promise<any> {
    const answer = await fetch(`${this.origin}/api/v1${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text).data;
  }

  /** The newest code that was texted to a number for this purpose. */
  async code(mobile: string, purpose: "sign_in" | "payout"): Promise<string> {
    const messages = await this.call(undefined, "GET", `/sandbox/messages?mobile=${mobile}`);
    return messages.find((message: { purpose: string }) => message.purpose === purpose).code;
  }

  admin(): Promise<Person> {
    return this.session("9000000001");
  }

  /** Another super admin, made as the first real one is: on the command line. */
  async newAdmin(name: string): Promise<Person> {
    const mobile = String((this.#numbers += 1));
    const admin = [program, "admin", "create-superadmin", "--mobile", mobile, "--name", name];
    await promisify(execFile)(process.execPath, admin, { env: environment(this.#database) });
    return this.session(mobile);
  }

  /** Changes the sandbox bank's own record behind the product's back. */
  async plant(statement: string, values: readonly string[]): Promise<void> {
    const client = new pg.Client({ connectionString: this.#database });
    await client.connect();
    try {
      await client.query(statement, [...values]);
    } finally {
      await client.end();
    }
  }

  /** Lets four days pass for one payout, and a minute for what was proposed about it. */
  async plantPast(payoutId: string): Promise<void> {
    await this.plant(
      "update payouts set handed_at = coalesce(handed_at, now()) - interval '4 days' where id = $1",
      [payoutId],
    );
    await this.plant(
      "update payout_decisions set proposed_at = proposed_at - interval '1 minute' where payout_id = $1",
      [payoutId],
    );
  }

  /** Changes a setting, whatever it was. */
  async set(key: string, value: unknown): Promise<void> {
    const { token } = await this.admin();
    const settings = await this.call(token, "GET", "/super-admin/settings");
    const { value: seen } = settings.find((setting: { key: string }) => setting.key === key);
    await this.call(token, "PUT", "/super-admin/settings", { changes: [{ key, seen, value }] });
  }

  /** A session of this number, the last one while it is young: a number has ten codes an hour. */
  async session(mobile: string): Promise<Person> {
    const last = await this.#sessions.get(mobile);
    if (last && Date.now() - last.signedInAtMs < sessionReuseMs) return last;
    const next = this.signIn(mobile);
    this.#sessions.set(mobile, next);
    return next;
  }

  async signIn(mobile: string): Promise<Person> {
    const signedInAtMs = Date.now();
    await this.call(undefined, "POST", "/auth/send-otp", { mobile });
    const otp = await this.code(mobile, "sign_in");
    const tokens = await this.call(undefined, "POST", "/auth/verify-otp", { mobile, otp });
    return {
      mobile,
      token: tokens.access_token,
      refreshToken: tokens.refresh_token,
      signedInAtMs,
    };
  }

  /** A new tenant with an approved bank account and so many rupees in the wallet. */
  async tenant(
    start: {
      name?: string;
      role?: "operator" | "retailer";
      rupees?: number;
      features?: readonly Feature[];
    } = {},
  ): Promise<{ mobile: string }> {
    const mobile = String((this.#numbers += 1));
    const { token: admin } = await this.admin();
    await this.call(admin, "POST", "/super-admin/tenants", {
      name: start.name ?? "Journey Traders",
      phone: mobile,
      password: "Journey2026",
      role: start.role ?? "operator",
      features: start.features ?? featureIds,
      allowed_providers: ["primary"],
    });
    if (start.rupees) await this.#fund(mobile, start.rupees);
    return { mobile };
  }

  /** A payout by UPI, made over the API with its code. @returns its id. */
  async pay(mobile: string, upiId: string, rupees: number): Promise<string> {
    const { token } = await this.session(mobile);
    const payout = {
      method: "upi",
      upi_id: upiId,
      beneficiary_name: "Sample Traders",
      beneficiary_email: "accounts@example.com",
      beneficiary_phone: "9876543210",
      beneficiary_address: "1 Sample Road, Pune",
      amount: rupees,
    };
    await this.call(token, "POST", "/payouts/otp/send", { mobile, payout });
    const otp = await this.code(mobile, "payout");
    const allowed = await this.call(token, "POST", "/payouts/otp/verify", { mobile, otp });
    const { id } = await this.call(token, "POST", "/payouts/initiate", { ...payout, ...allowed });
    return id;
  }

  async #fund(mobile: string, rupees: number): Promise<void> {
    const { token: admin } = await this.admin();
    const { token } = await this.signIn(mobile);
    const account = await this.call(token, "POST", "/wallet/bank-accounts", {
      account_holder_name: "Journey Traders",
      account_number: `00${mobile}`,
      ifsc_code: "HDFC0000060",
      bank_name: "HDFC Bank",
      branch_name: "Pune",
      account_type: "current",
    });
    await this.call(admin, "POST", `/super-admin/bank-accounts/${account._id}/approve`, {});
    const deposit = await this.call(token, "POST", "/wallet/deposit/initiate", {
      bank_account: account._id,
      amount: rupees,
      utr_reference: `4${mobile}0`,
    });
    await this.call(admin, "POST", `/super-admin/deposits/${deposit._id}/approve`, {});
  }
}

/**
 * A journey: `rokad` is the running program, and the page may not log an error or get an
 * answer from anywhere but it. Refused calls (4xx) are part of some journeys.
 */
export const test = base.extend<
  { cleanConsole: undefined; serverMayFail: boolean; pageMayBreak: boolean },
  { rokad: Rokad }
>({
  rokad: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, worker) => {
      const database = await freshDatabase();
      const { server, origin } = await startServer(database.url);
      await use(new Rokad(origin, database.url, worker.workerIndex));
      const gone = once(server, "exit");
      server.kill("SIGTERM");
      await gone;
      await database.drop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: ({ rokad }, use) => use(rokad.origin),
  /** True for a journey that makes calls fail itself, to see what the page then says. */
  serverMayFail: [false, { option: true }],
  /** True for a journey that breaks the page itself, to see how one gets out of that. */
  pageMayBreak: [false, { option: true }],
  cleanConsole: [
    async ({ page, serverMayFail, pageMayBreak }, use) => {
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => {
        const isRefusal = message.text().startsWith("Failed to load resource");
        if (message.type() === "error" && !isRefusal) complaints.push(message.text());
      });
      page.on("response", (answer) => {
        if (answer.status() >= 500 && !serverMayFail)
          complaints.push(`${answer.status()} ${answer.url()}`);
      });
      await use(undefined);
      if (!pageMayBreak) expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** Opens the page as somebody who is signed in already: for journeys that are about other things. */
export async function enter(page: Page, rokad: Rokad, mobile: string, path = "/dashboard") {
  const { token, refreshToken } = await rokad.session(mobile);
  // A file that runs no script, so that nothing renews or redirects meanwhile.
  await page.goto("/icon.svg");
  await page.evaluate(
    ([access, refresh]) => {
      localStorage.setItem("auth_token", access);
      localStorage.setItem("refresh_token", refresh);
    },
    [token, refreshToken] as const,
  );
  await page.goto(path);
}

/** Signs in through the page, as a person does, and waits for the dashboard. */
export async function signIn(page: Page, rokad: Rokad, mobile: string): Promise<void> {
  await page.goto("/login");
  await requestCode(page, mobile);
  await enterCode(page, await rokad.code(mobile, "sign_in"));
  await page.getByRole("dialog").getByRole("button", { name: "Verify" }).click();
  await page.waitForURL("**/dashboard");
}

export async function requestCode(page: Page, mobile: string): Promise<void> {
  await page.getByLabel("Mobile number").fill(mobile);
  const sent = page.waitForResponse("**/auth/send-otp");
  await page.getByRole("button", { name: "Send OTP" }).click();
  await sent;
}

/** Types six digits into the code field of the open dialog. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole("dialog").getByRole("textbox").first().click();
  await page.keyboard.type(code);
}

/** Keeps the first call of this kind waiting until it is released. */
export async function holdFirst(page: Page, url: string): Promise<{ release: () => void }> {
  const gate = Promise.withResolvers<void>();
  await page.route(
    url,
    async (route) => {
      await gate.promise;
      await route.continue();
    },
    { times: 1 },
  );
  return { release: () => gate.resolve() };
}

export { expect };
