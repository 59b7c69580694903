import { statementKinds } from "@rokad/contract/reports";
import { expect, test } from "vitest";
import { readTally } from "../../../test/read-tally.ts";
import type { Line } from "./line.ts";
import { writeVoucher } from "./write-voucher.ts";

const walletId = "0199a0a0-0000-7000-8000-000000000001";

const lineOf = (change: Partial<Line>): Line => ({
  entry: 255n,
  at: new Date("2026-03-31T18:30:00Z"),
  kind: "credit",
  lineKind: "deposit",
  subjectId: walletId,
  paise: 100_00n,
  balancePaise: 100_00n,
  particulars: "A line",
  detail: null,
  reference: null,
  utr: null,
  account: null,
  ifsc: null,
  bank: null,
  payout: undefined,
  ...change,
});

const read = (line: Line) => {
  const [voucher] = readTally(writeVoucher(walletId, line, { feePaise: 0n, tax: [] })).vouchers;
  if (!voucher) throw new Error("No voucher");
  return voucher;
};

/** What moves between the tenant's own accounts; all else is paid or received. */
const own = /^(deposit|withdrawal|request)/;

test.each(statementKinds)("a line of kind %s moves the wallet by its amount", (lineKind) => {
  for (const paise of [-123_45n, 123_45n]) {
    const { type, entries } = read(lineOf({ lineKind, paise }));
    expect(type).toBe(own.test(lineKind) ? "Contra" : paise < 0n ? "Payment" : "Receipt");
    expect(entries.map((entry) => [entry.ledger === "Payout Wallet", entry.paise])).toEqual([
      [false, -Number(paise)],
      [true, Number(paise)],
    ]);
  }
});

test("has the day in India, an id of its entry, and a number without a reference too", () => {
  expect(read(lineOf({})).fields).toMatchObject({
    REMOTEID: `${walletId}-000000ff`,
    GUID: `${walletId}-000000ff`,
    DATE: "20260401",
    VOUCHERNUMBER: "W-255",
  });
  const payout = { kind: "hold", reference: "RKA1" } as const;
  expect(read(lineOf(payout)).fields["VOUCHERNUMBER"]).toBe("RKA1");
});

test("escapes a text, and leaves out what XML 1.0 forbids", () => {
  const long = "क".repeat(5_000);
  const particulars = `<b>&amp;\u0000\u0008\uFFFE\uD800]]>${long}`;
  expect(read(lineOf({ particulars })).fields["NARRATION"]).toBe(`<b>&amp;\uFFFD]]>${long}`);
});
