import { execFile } from "node:child_process";
import { promisify } from "node:util";
import pg from "pg";
import { featureIds, type Feature } from "@rokad/contract/call";
import { processKey } from "../apps/server/test/session-key.ts";
import { letWaitPass } from "./let-wait-pass.ts";
import { environment, program } from "./start-server.ts";
import { upiOrder } from "./upi-order.ts";

interface Person {
  readonly mobile: string;
  readonly token: string;
  readonly refreshToken: string;
  readonly signedInAtMs: number;
}

interface CallOptions {
  /** Keeps the cookie of an answer, as a browser does. */
  readonly browser?: { cookie?: string | undefined };
  /** The header `DPoP`. */
  readonly proof?: string;
}

/** A session is used again this long; its access token lives two and a half times as long. */
const sessionReuseMs = 2 * 60_000;

/** The running program on a database of its own, with the demo's people and history. */
export class Rokad {
  readonly origin: string;
  /** Whose token it is, for signatures. */
  readonly #mobiles = new Map<string, string>();
  readonly #sessions = new Map<string, Promise<Person>>();
  readonly #database: string;
  #numbers: number;
  #second: Promise<Person> | undefined;

  constructor(origin: string, database: string, workerIndex: number) {
    this.origin = origin;
    this.#database = database;
    // Every worker has its own numbers, so that a failure names a person once.
    this.#numbers = 8_000_000_000 + workerIndex * 1_000_000;
  }

  /** One API call that must succeed, outside the browser. A request that needs a signature is signed. */
  async call(
    token: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    { browser = {}, proof }: CallOptions = {},
    // oxlint-disable-next-line typescript/no-explicit-any -- a journey reads an answer freely
  ): Promise<any> {
    const send = async (signature?: string) => {
      const answer = await fetch(`${this.origin}/api/v1${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(browser.cookie && { cookie: browser.cookie }),
          ...(proof !== undefined && { dpop: proof }),
          ...(signature && { "step-up": signature }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      browser.cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? browser.cookie;
      return { status: answer.status, text: await answer.text() };
    };
    let answer = await send();
    if (answer.text.includes('"STEP_UP_REQUIRED"'))
      answer = await send(await this.#signRequest(token ?? "", JSON.parse(answer.text).error));
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text).data;
  }

  /** Signs what an answer asks for with a texted code. @returns the token. */
  async #signRequest(token: string, { step_up: { id } }: { step_up: { id: string } }) {
    const mobile = this.#mobiles.get(token) ?? "";
    await this.#clearSignatures(mobile);
    await this.call(token, "POST", "/auth/step-up", { id });
    const otp = await this.code(mobile, "signature");
    const signed = await this.call(token, "POST", "/auth/step-up/verify", { id, otp });
    return signed.token as string;
  }

  /** A journey signs more often than a person may in an hour. */
  async #clearSignatures(mobile: string): Promise<void> {
    await this.runSql(
      "update one_time_codes set created_at = created_at - interval '2 hours' where mobile = $1 and purpose = 'step_up'",
      [mobile],
    );
  }

  /** The newest code that was texted to a number for this purpose. */
  async code(mobile: string, purpose: "sign_in" | "payout" | "signature"): Promise<string> {
    const messages = await this.call(undefined, "GET", `/sandbox/messages?mobile=${mobile}`);
    // A signature's text names what it signs.
    const kinds =
      purpose === "signature" ? ["signature", "decision", "approval", "approvals"] : [purpose];
    return messages.find((message: { purpose: string }) => kinds.includes(message.purpose)).code;
  }

  /** The e-mails that the sandbox kept for an address, newest first. */
  emails(
    to: string,
  ): Promise<
    { subject: string; text: string; html: string; code: string | null; purpose: string }[]
  > {
    return this.call(undefined, "GET", `/sandbox/emails?to=${encodeURIComponent(to)}`);
  }

  admin(): Promise<Person> {
    return this.session("9000000001");
  }

  /** Another super admin, made as the first real one is: on the command line. */
  async newAdmin(name: string, roles = "owner"): Promise<Person> {
    const mobile = String((this.#numbers += 1));
    const values = ["--mobile", mobile, "--name", name, "--roles", roles];
    await this.#command("create-superadmin", ...values);
    // One who was just added can't confirm changes.
    await this.runSql("update people set created_at = '2026-01-01' where mobile = $1", [mobile]);
    return this.session(mobile);
  }

  /** Changes the sandbox bank's own record behind the product's back. */
  async runSql(statement: string, values: readonly string[]): Promise<void> {
    const client = new pg.Client({ connectionString: this.#database });
    await client.connect();
    try {
      await client.query(statement, [...values]);
    } finally {
      await client.end();
    }
  }

  /** Moves a payout four days into the past, and its proposed decision one minute. */
  async backdate(payoutId: string): Promise<void> {
    await this.runSql(
      "update payouts set handed_at = coalesce(handed_at, now()) - interval '4 days' where id = $1",
      [payoutId],
    );
    await this.runSql(
      "update payout_decisions set proposed_at = now() - interval '1 minute' where payout_id = $1",
      [payoutId],
    );
  }

  /** As if the resend time had passed: another code can be sent to this number. */
  async passResendTime(mobile: string): Promise<void> {
    await this.runSql(
      "update one_time_codes set created_at = created_at - interval '31 seconds' where mobile = $1",
      [mobile],
    );
  }

  /** Changes a setting, whatever it was. */
  async set(key: string, value: unknown): Promise<void> {
    const { token } = await this.admin();
    const settings = await this.call(token, "GET", "/super-admin/settings");
    const { value: seen } = settings.find((setting: { key: string }) => setting.key === key);
    await this.change(token, { key, seen, value });
  }

  /** Saves a change of a setting; one that guards money is signed, and another admin confirms it. */
  async change(token: string, change: object): Promise<void> {
    const body = { changes: [change], reason: "A journey needs it" };
    await this.call(token, "PUT", "/super-admin/settings", body);
    await this.#confirmWaiting(token);
  }

  /** Adds a receiving account, or changes the one of the path; both super admins sign it. */
  async changeAccount(method: "POST" | "PUT", path: string, change: object): Promise<void> {
    const { token } = await this.admin();
    await this.call(token, method, path, { ...change, reason: "A journey needs it" });
    await this.#confirmWaiting(token);
  }

  /** Another super admin confirms the change that waits, if one does; its notice passes. */
  async #confirmWaiting(token: string): Promise<void> {
    const [proposal] = await this.call(token, "GET", "/super-admin/proposals");
    if (!proposal) return;
    this.#second ??= this.newAdmin("Second Admin");
    const second = await this.#second;
    await this.call(second.token, "POST", `/super-admin/proposals/${proposal.id}/confirm`);
    await letWaitPass(this);
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
    // Sessions are short, and a number has ten codes an hour.
    await this.runSql(
      "update one_time_codes set created_at = created_at - interval '2 hours' where mobile = $1 and purpose = 'sign_in'",
      [mobile],
    );
    // A code works only with the cookie of the answer to its request.
    const browser = {};
    await this.call(undefined, "POST", "/auth/send-otp", { mobile }, { browser });
    const otp = await this.code(mobile, "sign_in");
    const key = await processKey();
    const proof = await key.proof(`${this.origin}/api/v1/auth/verify-otp`);
    const code = { mobile, otp };
    const tokens = await this.call(undefined, "POST", "/auth/verify-otp", code, { browser, proof });
    this.#mobiles.set(tokens.access_token, mobile);
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
      password: "Correct-horse-9",
      role: start.role ?? "operator",
      features: start.features ?? featureIds,
      allowed_providers: ["primary"],
    });
    if (start.rupees) await this.fund(mobile, start.rupees);
    return { mobile };
  }

  /** A new person with a role in a business, added on the command line. @returns their number. */
  async newMember(tenantMobile: string, name: string, role: string): Promise<string> {
    const mobile = String((this.#numbers += 1));
    await this.addMember(tenantMobile, mobile, role, name);
    return mobile;
  }

  /** Adds a person, known or new, to a business. */
  async addMember(tenantMobile: string, mobile: string, role: string, name = ""): Promise<void> {
    const values = ["--tenant", tenantMobile, "--mobile", mobile, "--name", name, "--roles", role];
    await this.#command("add-member", ...values);
  }

  async #command(...values: string[]): Promise<void> {
    const env = environment(this.#database);
    await promisify(execFile)(process.execPath, [program, "admin", ...values], { env });
  }

  /** A payout by UPI, made over the API with its code. @returns its id. */
  async pay(mobile: string, upiId: string, rupees: number): Promise<string> {
    const { token } = await this.session(mobile);
    const payout = upiOrder(upiId, rupees);
    await this.call(token, "POST", "/payouts/otp/send", { mobile, payout });
    const otp = await this.code(mobile, "payout");
    const allowed = await this.call(token, "POST", "/payouts/otp/verify", { mobile, otp });
    const { id } = await this.call(token, "POST", "/payouts/initiate", { ...payout, ...allowed });
    return id;
  }

  /** A deposit from a new account, which a super admin approves. */
  async fund(mobile: string, rupees: number, account_number = `00${mobile}`): Promise<void> {
    const { token: admin } = await this.admin();
    const { token } = await this.signIn(mobile);
    const account = await this.call(token, "POST", "/wallet/bank-accounts", {
      account_holder_name: "Journey Traders",
      account_number,
      ifsc_code: "HDFC0000060",
      bank_name: "HDFC Bank",
      branch_name: "Pune",
      account_type: "current",
    });
    await this.call(admin, "POST", `/super-admin/bank-accounts/${account._id}/approve`, {});
    const deposit = await this.call(token, "POST", "/wallet/deposit/initiate", {
      bank_account: account._id,
      amount: rupees,
      utr_reference: `4${mobile}${account_number.slice(0, 1)}`,
    });
    await this.call(admin, "POST", `/super-admin/deposits/${deposit._id}/approve`, {});
  }
}
