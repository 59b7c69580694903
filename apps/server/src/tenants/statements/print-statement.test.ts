// The printed statement equals the page's statement, has the page count that it prints, and does not
// block the event loop.
import { buffer } from "node:stream/consumers";
import { limits } from "@rokad/contract/limits";
import { getStatement, printStatement } from "@rokad/contract/reports";
import { formatMoney } from "@rokad/money/format";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { impsOrder } from "../../../test/forms.ts";
import { readPdf } from "../../../test/read-pdf.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { today } from "../../kernel/days.ts";
import { transaction } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { credit } from "../../ledger/ledger.ts";
import { writePdf } from "../../files/pdf/write-pdf.ts";
import type { Tenant } from "../../kernel/person.ts";
import { drawStatement, countPages, type StatementHeading } from "./draw-statement.ts";
import type { Line } from "./line.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

async function statementOf(tenant: SignedIn) {
  const day = today();
  const { rawPayload, statusCode, headers } = await world.app.inject({
    url: `/api/v1${printStatement.path}?from=${day}&to=${day}`,
    headers: { authorization: `Bearer ${tenant.token}` },
  });
  return { statusCode, headers, pages: await readPdf(rawPayload) };
}

test("the printed statement has the page's four totals with the rupee sign, and each line [14.13]", async () => {
  const tenant = await world.operator({ name: "शर्मा Traders", wallet: "₹10,000" });
  await tenant.pay(impsOrder({ amount: 1234.5 }));
  await world.work();
  const day = today();
  const { data, summary } = await tenant.ask(getStatement, { query: { from: day, to: day } });
  const { headers, pages } = await statementOf(tenant);
  expect(headers["content-type"]).toBe("application/pdf");
  expect(headers["content-disposition"]).toBe(
    `attachment; filename="statement-${day}-to-${day}.pdf"`,
  );
  const [text = ""] = pages;
  const { opening_balance, total_credits, total_debits, closing_balance } = summary;
  for (const figure of [opening_balance, total_credits, total_debits, closing_balance]) {
    expect(text).toContain(formatMoney(figure));
  }
  expect(text).toContain("Opening balance ₹0.00");
  for (const line of data) {
    expect(text).toContain(line.particulars);
    expect(text).toContain(formatMoney(line.balance).replace("₹", ""));
  }
  expect(text).toContain("HDFC Bank ****6789 · fee ₹5.00 + GST ₹0.90");
  expect(text).not.toContain("000123456789");
  expect(text).toMatch(/श.*Traders/);
  expect(text).toContain("Page 1 of 1");
});

test("a statement without lines is one page with the balance", async () => {
  const { pages } = await statementOf(await world.retailer());
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain("Closing balance");
});

test("a period with more lines than a PDF allows is rejected with the alternative [14.14]", async () => {
  const shop = await world.retailer();
  const credits = Array.from({ length: limits.statementPdfLinesMax + 1 }, () => ({
    walletId: shop.id,
    depositId: newId(),
    amountPaise: 1n,
  }));
  await transaction((db) => credit(db, credits));
  const { status, body } = await shop.get(printStatement.path, { from: today(), to: today() });
  expect([status, body.error.code]).toEqual([422, "STATEMENT_TOO_LONG"]);
  expect(body.error.message).toBe(
    "PDF statements are limited to 10,000 lines, and this period has 10,001. Use CSV or a shorter period.",
  );
});

const tenant = { name: "Sharma Traders", mobile: "9000000002" } as Tenant;

function heading(lines: number): StatementHeading {
  const figures = {
    openingPaise: 0n,
    creditsPaise: BigInt(lines) * 99_99_99_999_00n,
    debitsPaise: 0n,
    closingPaise: BigInt(lines) * 99_99_99_999_00n,
    creditCount: BigInt(lines),
    debitCount: 0n,
    walletHistory: {
      creditsPaise: BigInt(lines) * 99_99_99_999_00n,
      debitsPaise: 0n,
      leavesOutRequests: false,
    },
  };
  const period = { from: "2026-04-01", to: "2026-04-30" };
  return { tenant, period, figures, generatedAt: new Date("2026-05-01T00:00:00Z") };
}

async function* deposits(count: number): AsyncGenerator<Line[]> {
  for (let at = 1; at <= count; at += 1) {
    const line: Line = {
      entry: BigInt(at),
      at: new Date("2026-04-10T00:00:00Z"),
      kind: "credit",
      subjectId: "",
      paise: 99_99_99_999_00n,
      balancePaise: BigInt(at) * 99_99_99_999_00n,
      lineKind: "deposit",
      particulars: `Deposit ${at} of ${"a very long name ".repeat(6)}`,
      detail: `From ${"a bank with a very long name ".repeat(4)}`,
      reference: null,
      utr: "1234567890123456789012",
      account: null,
      ifsc: null,
      bank: null,
      payout: undefined,
    };
    yield [line];
  }
}

async function print(lines: number, of = deposits(lines)): Promise<string[]> {
  const chunks = writePdf("Statement", "Rokad", (sheet) =>
    drawStatement(sheet, heading(lines), of),
  );
  return readPdf(await buffer(chunks));
}

async function* oneDeposit(change: Partial<Line>): AsyncGenerator<Line[]> {
  for await (const [line] of deposits(1)) if (line) yield [{ ...line, ...change }];
}

test.for([
  {
    bank: `The ${"very long ".repeat(9)}Bank`,
    account: "****6789",
    rest: " ****6789 · fee ₹1,000.00 + GST ₹180.00",
  },
  { bank: null, account: `${"x".repeat(90)}@okhdfcbank`, rest: " · fee ₹1,000.00 + GST ₹180.00" },
  {
    bank: "The Hongkong and Shanghai Banking Corporation",
    account: "****6789",
    rest: " ****6789 · requested ₹10,00,000.00, received ₹9,99,999.99",
  },
])("a long bank name or UPI ID is shortened, and $rest is not", async ({ bank, account, rest }) => {
  const detail = `${bank ?? account}${rest}`;
  const [text] = await print(1, oneDeposit({ bank, account, detail }));
  expect(text).toContain(`…${rest}`);
});

describe("a statement prints its true number of pages for [14.13]", () => {
  test.for([0, 1, 17, 18, 19, 20, 21, 22, 45, 46, 47, 48, 49, 50, 51, 78, 79, 80, 200])(
    "%i lines",
    async (lines) => {
      const pages = await print(lines);
      expect(pages).toHaveLength(countPages(lines));
      pages.forEach((text, at) => {
        expect(text).toContain(`Page ${at + 1} of ${pages.length}`);
      });
      for (const number of [1, lines]) {
        if (lines > 0) expect(pages.join(" ")).toContain(`Deposit ${number} of`);
      }
      expect(pages.at(-1)).toContain("Closing balance");
    },
  );
});

test("pages are yielded one by one, and other work runs between them [14.15]", async () => {
  let turns = 0;
  const other = setInterval(() => (turns += 1), 0);
  const turnsAt: number[] = [];
  const sheets = writePdf("Statement", "Rokad", (sheet) =>
    drawStatement(sheet, heading(600), deposits(600)),
  );
  for await (const _ of sheets) turnsAt.push(turns);
  clearInterval(other);
  expect(turnsAt.length).toBeGreaterThanOrEqual(countPages(600) - 1);
  expect(new Set(turnsAt).size).toBeGreaterThan(countPages(600) / 2);
});
