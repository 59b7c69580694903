import type { Page } from "@playwright/test";
import type { Rokad } from "./rokad.ts";

export interface Money {
  amount: number;
  currency: string;
}

export interface Statement {
  data: { particulars: string; debit: Money | null; credit: Money | null; balance: Money }[];
  summary: Record<"opening_balance" | "total_credits" | "total_debits" | "closing_balance", Money>;
}

/** The page's period in the API's format. */
async function daysOn(page: Page): Promise<string> {
  const [from, to] = await Promise.all(
    ["From Date", "To Date"].map(async (label) =>
      (await page.getByLabel(label, { exact: true }).inputValue())
        .split("/")
        .toReversed()
        .join("-"),
    ),
  );
  return `from=${from}&to=${to}`;
}

/** The server's statement of the page's period, fetched outside the browser: more than a page at the end of a month. */
export async function statementOf(page: Page, rokad: Rokad, mobile: string): Promise<Statement> {
  const { token } = await rokad.session(mobile);
  const query = `${await daysOn(page)}&limit=100`;
  const data: Statement["data"] = [];
  for (let number = 1; ; number += 1) {
    const answer = await fetch(`${rokad.origin}/api/v1/reports/statement?${query}&page=${number}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const part = (await answer.json()) as Statement & { pagination: { has_next: boolean } };
    data.push(...part.data);
    if (!part.pagination.has_next) return { data, summary: part.summary };
  }
}
