// The guarantee: a payment advice shows what a beneficiary may know and nothing else, to who has its link
// and nobody else, while it is on, not revoked and not expired; and it never claims money that came back.
import { createPaymentAdvice, setAdviceSettings } from "@rokad/contract/payment-advices";
import { limits } from "@rokad/contract/limits";
import { getPayout } from "@rokad/contract/payouts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAdviceWorld, type AdviceWorld } from "../../../test/advice-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import { database } from "../../database/db.ts";

let world: AdviceWorld;
beforeAll(async () => {
  world = await openAdviceWorld();
});
afterAll(() => world.close());

const unavailable = /This payment advice is not available/;

describe("the page of a link", () => {
  test("shows payer, amount, date, UTR, reference, remarks and the account's end, without charges [43.1]", async () => {
    const owner = await world.newOwner("Rao & Sons <b>");
    const payout = await world.paid(owner, { remarks: "Invoice 118", purpose: "vendor_bill" });
    const { data: shown } = await owner.ask(getPayout, { params: { id: payout.id } });
    const link = await world.newLink(owner, payout.id);
    expect(link).toMatch(/^https:\/\/pay\.example\.in\/advice\?link=[\w-]{43}$/);
    const page = await world.open(link);
    expect(page.statusCode).toBe(200);
    for (const text of [
      "Rao &amp; Sons &lt;b&gt;",
      "₹1,500.25",
      "IMPS",
      `****${payout.account_number.slice(-4)}`,
      shown.utr_number ?? "no UTR",
      payout.reference_id,
      "Invoice 118",
      "Vendor bill",
      "Paid",
    ])
      expect(page.body).toContain(text);
    for (const secret of [payout.account_number, "5.90", "5.00", "1,506.15", owner.mobile])
      expect(page.body).not.toContain(secret);
  });

  test("is kept by nobody, runs nothing and sends no referrer [43.2]", async () => {
    const owner = await world.newOwner();
    const page = await world.open(await world.newLink(owner, (await world.paid(owner)).id));
    const { headers, body } = page;
    expect(page.statusCode).toBe(200);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers["set-cookie"]).toBeUndefined();
    expect(body).not.toMatch(/<script|<img|url\(|onload=/);
  });

  test("says the same for links that are revoked, expired, turned off, unknown or cut [43.3]", async () => {
    const owner = await world.newOwner();
    const { id } = await world.paid(owner);
    const [revoked, expired, off] = [
      await world.newLink(owner, id),
      await world.newLink(owner, id),
      await world.newLink(owner, id),
    ];
    const advices = await world.advicesOf(owner, id);
    await owner.post(`/payouts/${id}/advices/${advices[2]?.id}/revoke`);
    const pages = [await world.open(revoked)];
    pages.push(
      await world.afterSeconds(limits.adviceDays * 86_400 + 60, () => world.open(expired)),
      await world.open(off.slice(0, -1)),
      await world.open("https://pay.example.in/advice"),
      await world.open("https://pay.example.in/advice?link=a&link=b"),
      await world.open(`https://pay.example.in/advice?link=${"%00".repeat(20)}`),
    );
    expect((await world.open(off)).statusCode).toBe(200);
    await owner.ask(setAdviceSettings, { body: { is_on: false } });
    pages.push(await world.open(off));
    for (const { statusCode, body } of pages) {
      expect(statusCode).toBe(404);
      expect(body).toMatch(unavailable);
      expect(body).toBe(pages[0]?.body);
    }
    await owner.ask(setAdviceSettings, { body: { is_on: true } });
    expect((await world.open(off)).statusCode).toBe(200);
    expect((await world.open(revoked)).statusCode).toBe(404);
  });

  test("stores only the hash of its token", async () => {
    const owner = await world.newOwner();
    const token = new URL(
      await world.newLink(owner, (await world.paid(owner)).id),
    ).searchParams.get("link");
    const { rows } = await sql<{ row: string }>`
      select payment_advices::text as row from payment_advices
      union all select coalesce(after::text, '') from audit_log where act like 'payment_advice%'
    `.execute(database());
    expect(rows.length).toBeGreaterThan(1);
    for (const { row } of rows) expect(row).not.toContain(token);
  });

  test("says that money came back, whole or in part, from the moment that it did [43.4]", async () => {
    const owner = await world.newOwner();
    const payout = await world.paid(owner, { amount: 1_000 });
    const link = await world.newLink(owner, payout.id);
    await world.sendBack(payout.reference_id, 400_00n);
    const partly = (await world.open(link)).body;
    expect(partly).toContain("Partly returned");
    expect(partly).toContain("₹400.00 went back to Sharma Traders");
    expect(partly).toContain("₹600.00 stays paid");
    await world.sendBack(payout.reference_id, 600_00n);
    const back = (await world.open(link)).body;
    expect(back).toContain("Returned, not paid");
    expect(back).not.toMatch(/Sharma Traders paid|badge ok/);
  });

  test("is refused to an address that asks too often, without a look at the link [43.2]", async () => {
    const owner = await world.newOwner();
    const link = await world.newLink(owner, (await world.paid(owner)).id);
    const from = "203.0.113.9";
    await world.open(link, from);
    await sql`
      update rate_limits set used = ${limits.adviceViewsPerHourMax}
      where key = 'payment advices to 203.0.113.9'
    `.execute(database());
    const page = await world.open(link, from);
    expect([page.statusCode, page.headers["retry-after"]]).toEqual([429, expect.any(String)]);
    expect(page.body).not.toContain("₹");
    expect((await world.open(link)).statusCode).toBe(200);
  });
});

describe("an advice", () => {
  test("is off until an owner turns it on, and nobody else can [43.5]", async () => {
    const owner = await world.operator({ wallet: "₹10,000" });
    const preparer = await world.member(owner, ["preparer"], "Ravi Sharma");
    const order = { ...impsOrder({ account_number: world.newAccountNumber() }), send_advice: true };
    const otp = await owner.post("/payouts/otp/send", { mobile: owner.mobile, payout: order });
    expect([otp.status, otp.body.error.code]).toEqual([409, "ADVICES_OFF"]);
    const { id } = await world.paid(owner);
    const off = await owner.post(`/payouts/${id}/advices`, {});
    expect([off.status, off.body.error.code]).toEqual([409, "ADVICES_OFF"]);
    const settings = { is_on: true };
    expect((await preparer.put("/payment-advices/settings", settings)).status).toBe(403);
    expect((await owner.put("/payment-advices/settings", settings)).status).toBe(200);
    expect((await preparer.post(`/payouts/${id}/advices`, {})).status).toBe(201);
  });

  test("exists only of what is paid, and of no withdrawal [43.6]", async () => {
    const owner = await world.newOwner();
    const payout = await world.pay(owner);
    const early = await owner.post(`/payouts/${payout.id}/advices`, {});
    expect([early.status, early.body.error.code]).toEqual([409, "ADVICE_NOT_POSSIBLE"]);
    await world.settle();
    await world.sendBack(payout.reference_id, 1_500_25n);
    const back = await owner.post(`/payouts/${payout.id}/advices`, {});
    expect([back.status, back.body.error.code]).toEqual([409, "ADVICE_NOT_POSSIBLE"]);
  });

  test("has room for ten that work, also when people ask at once", async () => {
    const owner = await world.newOwner();
    const { id } = await world.paid(owner);
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => owner.post(`/payouts/${id}/advices`, {})),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(limits.advicesPerPayoutMax);
    expect((await world.advicesOf(owner, id)).length).toBe(limits.advicesPerPayoutMax);
  });

  test("by e-mail goes out at most so often an hour, and a refused one does not count", async () => {
    const owner = await world.newOwner();
    const { id } = await world.paid(owner);
    const open = await world.pay(owner);
    const send = async (payoutId: string) => {
      const { status, body } = await owner.post(`/payouts/${payoutId}/advices`, {
        email: world.newEmail(),
      });
      return [status, body.error?.message];
    };
    expect((await send(id))[0]).toBe(201);
    await sql`
      update rate_limits set used = ${limits.adviceEmailsPerHourMax - 1}
      where key = ${`payment advices of ${owner.id}`}
    `.execute(database());
    expect((await send(open.id))[0]).toBe(409);
    expect((await send(id))[0]).toBe(201);
    const sentence =
      "Your business e-mailed 100 payment advices this hour. Copy a link instead, or try again later.";
    expect([await send(id), await send(id)]).toEqual([
      [429, sentence],
      [429, sentence],
    ]);
    expect((await owner.post(`/payouts/${id}/advices`, {})).status).toBe(201);
  });

  test("by e-mail has the payment and a link of its own, and no link is in the answer [43.7]", async () => {
    const owner = await world.newOwner();
    const { id } = await world.paid(owner);
    const email = world.newEmail();
    const { data } = await owner.ask(createPaymentAdvice, { params: { id }, body: { email } });
    expect(data.link).toBeNull();
    await world.work();
    const [mail] = await world.mailbox(email);
    expect(mail?.subject).toBe("₹1,500.25 from Sharma Traders · Rokad");
    expect(mail?.text).not.toContain("5.90");
    const [link = ""] = /https:\/\/\S+advice\?link=[\w-]+/.exec(mail?.text ?? "") ?? [];
    expect((await world.open(link)).statusCode).toBe(200);
    expect(await world.advicesOf(owner, id)).toMatchObject([{ email, email_state: "sent" }]);
  });

  test("needs a mail server for an e-mail; a link needs none", async () => {
    const owner = await world.newOwner();
    const { id } = await world.paid(owner);
    world.useNothing();
    const { status, body } = await owner.post(`/payouts/${id}/advices`, {
      email: world.newEmail(),
    });
    expect([status, body.error.code]).toEqual([409, "EMAIL_UNAVAILABLE"]);
    expect((await owner.post(`/payouts/${id}/advices`, {})).status).toBe(201);
    world.useMailbox();
  });
});
