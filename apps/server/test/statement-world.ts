import type { Answer } from "@rokad/contract/call";
import { initiateDeposit } from "@rokad/contract/deposits";
import {
  approveStatementMatches,
  importStatement,
  listStatementLines,
  previewStatement,
  type ColumnPlaces,
  type StatementLine,
} from "@rokad/contract/statement-import";
import type { SignedIn } from "./signed-in.ts";
import type { World } from "./world.ts";

export const statementHeader = [
  "Txn Date",
  "Narration",
  "Ref No",
  "Debit",
  "Credit",
  "Balance",
] as const;
export const statementColumns: ColumnPlaces = {
  date: 0,
  narration: 1,
  reference: 2,
  debit: 3,
  credit: 4,
};

export type StatementRow = readonly [
  date: string,
  narration: string,
  reference: string,
  debit: string,
  credit: string,
  balance?: string,
];

/** A bank's CSV statement, with its letterhead. */
export function csvStatement(
  rows: readonly StatementRow[],
  letterhead = "Account: 000000000042",
): Buffer {
  const lines = [["Rokad Bank"], [letterhead], statementHeader, ...rows];
  const quoted = lines.map((cells) => cells.map((text = "") => `"${text.replaceAll('"', '""')}"`));
  return Buffer.from(`${quoted.map((cells) => cells.join(",")).join("\r\n")}\r\n`);
}

/** A credit row, of ₹1,000 by default. */
export function creditRow(
  utr: string,
  narration = "NEFT CR SHARMA TRADERS",
  amount = "1,000.00",
): StatementRow {
  return ["21/11/2026", narration, utr, "", amount];
}

/** The statement calls that the tests use. */
export function statementsOf(world: World) {
  return {
    /** A tenant with an account of Sharma Traders and a request of ₹1,000 for each UTR. */
    async tenantWith(...utrs: string[]) {
      const tenant = await world.retailer();
      const account = await world.approvedAccount(tenant);
      const deposits: { _id: string }[] = [];
      for (const utr of utrs) deposits.push(await this.request(tenant, account, 1000, utr));
      return { tenant, account, deposits };
    },
    /** Imports rows. @returns the import's id and lines. */
    async importRows(admin: SignedIn, ...rows: StatementRow[]) {
      const { id } = await this.import(admin, csvStatement(rows));
      return { id, lines: await this.lines(admin, id) };
    },
    /** Creates a pending deposit request with this UTR. */
    async request(tenant: SignedIn, account: string, rupees: number, utr: string) {
      const body = { bank_account: account, amount: rupees, utr_reference: utr };
      return (await tenant.ask(initiateDeposit, { body })).data;
    },
    async preview(admin: SignedIn, file: Buffer, name = "statement.csv") {
      const body = { file_name: name, content: file.toString("base64") };
      return (await admin.ask(previewStatement, { body })).data;
    },
    async import(
      admin: SignedIn,
      file: Buffer,
      {
        name = "statement.csv",
        columns = statementColumns,
        account,
      }: { name?: string; columns?: ColumnPlaces; account?: string | undefined } = {},
    ) {
      const body = {
        file_name: name,
        content: file.toString("base64"),
        columns,
        ...(account !== undefined && { receiving_account_id: account }),
      };
      return (await admin.ask(importStatement, { body })).data;
    },
    undo: (admin: SignedIn, id: string) =>
      admin.post(`/super-admin/statement-imports/${id}/undo`, {}),
    async lines(admin: SignedIn, id: string): Promise<StatementLine[]> {
      const all: StatementLine[] = [];
      for (let page = 1, more = true; more; page += 1) {
        const query = { page, limit: 100 };
        const answer = await admin.ask(listStatementLines, { params: { id }, query });
        all.push(...answer.data);
        more = answer.pagination.has_next;
      }
      return all;
    },
    async firstLine(admin: SignedIn, id: string): Promise<StatementLine | undefined> {
      const query = { page: 1, limit: 1 };
      return (await admin.ask(listStatementLines, { params: { id }, query })).data[0];
    },
    /** Approves all exact matches, with as many calls as the console makes. */
    async approveAll(admin: SignedIn, id: string) {
      const done: Answer<typeof approveStatementMatches>["data"][] = [];
      let after: number | null = 0;
      while (after !== null) {
        const body: { after_line: number } = { after_line: after };
        const { data } = await admin.ask(approveStatementMatches, { params: { id }, body });
        done.push(data);
        after = data.next_line;
      }
      return {
        credited: done.reduce((sum, { credited }) => sum + credited.count, 0),
        firstApprovals: done.reduce((sum, { first_approvals: first }) => sum + first.count, 0),
        refused: done.flatMap(({ refused }) => refused),
        calls: done.length,
      };
    },
  };
}
