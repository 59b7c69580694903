import { afterAll, beforeAll, expect, test } from "vitest";
import type { Payer } from "../../test/payer.ts";
import { impsOrder, openPayoutWorld, upiOrder, type PayoutWorld } from "../../test/payout-world.ts";

// Guarantee: bad input to the call that moves money gets a clear 4xx, never a 500, and deducts nothing.

let world: PayoutWorld;
let payer: Payer;
beforeAll(async () => {
  world = await openPayoutWorld();
  payer = await world.payer("₹10,000");
});
afterAll(() => world.close());

const request = (body: string, type = "application/json") =>
  payer.send({
    method: "POST",
    url: "/payouts/otp/send",
    payload: body,
    headers: { "content-type": type },
  });
const withAmount = (amount: string) =>
  JSON.stringify({ mobile: payer.mobile, payout: impsOrder({ amount: "AMOUNT" }) }).replace(
    '"AMOUNT"',
    amount,
  );

const notRupees = "Enter an amount in rupees with at most two decimals";
test.each([
  ["0.999", "Amount must be greater than ₹1"],
  ["-1", "Amount must be greater than ₹1"],
  ["0", "Amount must be greater than ₹1"],
  ["1.005", notRupees],
  ["100.000", notRupees],
  ["100.000000000000001", notRupees],
  ["1e3", notRupees],
  ["1E3", notRupees],
  ["500000.01", "Amount cannot exceed ₹5,00,000"],
  ["1e400", notRupees],
  ['"12"', notRupees],
  ["null", "Amount is required"],
  ["true", notRupees],
  ["[5]", notRupees],
])("amount %s", async (amount, message) => {
  const { status, body } = await request(withAmount(amount));
  expect(status).toBe(400);
  expect(body.error.fields).toEqual({ "payout.amount": message });
});

test.each(["1", "1.5", "100.10", "9000.01"])("amount %s is an amount", async (amount) => {
  // Three unused codes within 30 seconds are the most that a person gets.
  world.pass(31_000);
  expect((await request(withAmount(amount))).status).toBe(200);
});

test.each([
  ["broken JSON", "{", "application/json", 400, "INVALID_JSON"],
  ["an expression", '{"amount": 5e5+0.01}', "application/json", 400, "INVALID_JSON"],
  ["nothing", "", "application/json", 400, "INVALID_INPUT"],
  ["a list", "[]", "application/json", 400, "INVALID_INPUT"],
  ["a string", '"x"', "application/json", 400, "INVALID_INPUT"],
  ["a form", "amount=5", "application/x-www-form-urlencoded", 415, "UNSUPPORTED_MEDIA_TYPE"],
  ["XML", "<a/>", "text/xml", 415, "UNSUPPORTED_MEDIA_TYPE"],
  ["10 MB", `"${"x".repeat(10_000_000)}"`, "application/json", 413, "BODY_TOO_LARGE"],
])("%s as a body", async (_, payload, type, status, code) => {
  const answer = await request(payload, type);
  expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  expect(answer.body.error.request_id).toBeTruthy();
});

test.each([
  [impsOrder({ method: "neft" }), "method", "Choose UPI or IMPS"],
  [impsOrder({ beneficiary_name: "" }), "beneficiary_name", "Beneficiary name is required"],
  [
    impsOrder({ beneficiary_name: "A1" }),
    "beneficiary_name",
    "Name can only contain letters, spaces, and dots",
  ],
  [impsOrder({ beneficiary_email: "no" }), "beneficiary_email", "Invalid email address"],
  [impsOrder({ beneficiary_phone: "123" }), "beneficiary_phone", "Phone number must be 10 digits"],
  [impsOrder({ beneficiary_address: " " }), "beneficiary_address", "Address is required"],
  [
    impsOrder({ account_number: "12345678" }),
    "account_number",
    "Account number must be 9-18 digits",
  ],
  [impsOrder({ ifsc_code: "HDFC1000001" }), "ifsc_code", "Please enter a valid IFSC code"],
  [impsOrder({ upi_id: "a@b" }), "upi_id", "An IMPS payout takes no UPI ID"],
  [impsOrder({ purpose: "rent" }), "purpose", "Choose a purpose from the list"],
  [impsOrder({ purpose: "" }), "purpose", "Choose a purpose from the list"],
  [impsOrder({ remarks: "x".repeat(201) }), "remarks", "Remarks must not exceed 200 characters"],
  [
    impsOrder({ beneficiary_address: "a\u0000b" }),
    "beneficiary_address",
    "Please remove the characters that can't be printed",
  ],
  [upiOrder("nobody"), "upi_id", "Please enter a valid UPI ID, like name@bank"],
  [
    { ...upiOrder("a1@upi"), account_number: "000123456789" },
    "account_number",
    "A UPI payout takes no account number",
  ],
])("a payout with a wrong field %#", async (payout, field, message) => {
  const { status, body } = await payer.post("/payouts/otp/send", { mobile: payer.mobile, payout });
  expect(status).toBe(400);
  expect(body.error.fields).toEqual({ [`payout.${field}`]: message });
});

test.each(["", "a b", "x".repeat(101), "é"])("Idempotency-Key %j is refused", async (key) => {
  const { status, body } = await payer.send({
    method: "POST",
    url: "/payouts/initiate",
    payload: { ...impsOrder(), authorization_token: "x" },
    headers: { "idempotency-key": key },
  });
  expect([status, body.error.code]).toEqual([400, "IDEMPOTENCY_KEY_INVALID"]);
});

test("takes no money for any invalid request", async () => {
  expect(await payer.balance()).toBe(10_000_00);
  expect((await payer.get("/payouts")).body.total).toBe(0);
});
