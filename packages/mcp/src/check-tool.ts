import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { formatMoney } from "@rokad/money/format";
import { RokadError, type Rokad } from "@rokad/sdk";
import { CsvError, parse } from "csv-parse/sync";
import * as z from "zod";
import { answering, RefusedError } from "./answer.ts";
import { type Order, order, payoutOf, sameness } from "./order.ts";

/** How many rows a file or a list has at most: each is one request. */
const rowsMax = 100;
const fileCharsMax = 100_000;

/** The tool that says what would happen to each row of a file, and changes nothing. */
export function addCheckTool(server: McpServer, rokad: Rokad): void {
  server.registerTool(
    "check_payments",
    {
      description: `What would happen to payments if they were proposed: for each row its charges or what is wrong, rows that are equal, and the sum beside the balance. Changes nothing. Pass rows, or a CSV file's text whose first line names the columns ${Object.keys(order.shape).join(", ")}. At most ${rowsMax} rows.`,
      inputSchema: {
        rows: z.array(order).max(rowsMax).optional(),
        csv: z.string().max(fileCharsMax).optional(),
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ rows, csv }) =>
      answering(async () => {
        if ((rows === undefined) === (csv === undefined))
          throw new RefusedError("Pass either rows or csv");
        return check(rokad, rows ?? readFile(csv ?? ""));
      }),
  );
}

/** A row of a file, which may be none of an order's shape. */
type FileRow = Order | { readonly problem: string };

function readFile(text: string): FileRow[] {
  let records: Record<string, string>[];
  try {
    records = parse(text, { columns: true, bom: true, trim: true, skip_empty_lines: true });
  } catch (error) {
    if (error instanceof CsvError) throw new RefusedError(`This is not CSV: ${error.message}`);
    throw error;
  }
  if (records.length > rowsMax)
    throw new RefusedError(`The file has ${records.length} rows; at most ${rowsMax} are read`);
  return records.map((record) => {
    const filled = Object.entries(record).filter(([, value]) => value !== "");
    const read = order.safeParse(Object.fromEntries(filled));
    return read.success ? read.data : { problem: z.prettifyError(read.error) };
  });
}

async function check(rokad: Rokad, rows: readonly FileRow[]) {
  const { data: wallet } = await rokad.getWalletBalance();
  const verdicts = [];
  const firstOf = new Map<string, number>();
  let totalPaise = 0;
  for (const [at, row] of rows.entries()) {
    const { paise, ...verdict } = await judge(rokad, row);
    const first = "problem" in row || verdict.problems.length > 0 ? undefined : sameness(row);
    const equal = first === undefined ? undefined : firstOf.get(first);
    if (first !== undefined && equal === undefined) firstOf.set(first, at + 1);
    verdicts.push({ row: at + 1, ...verdict, ...(equal && { same_as_row: equal }) });
    totalPaise += paise;
  }
  const good = verdicts.filter(({ problems }) => problems.length === 0).length;
  const { currency } = wallet.main_balance;
  return {
    rows: verdicts,
    good_rows: good,
    wrong_rows: verdicts.length - good,
    total_with_charges: formatMoney({ amount: totalPaise, currency }),
    available: formatMoney(wallet.main_balance),
    missing: formatMoney({
      amount: Math.max(0, totalPaise - wallet.main_balance.amount),
      currency,
    }),
  };
}

/** Each row alone; what the sum lacks is said beside it. */
async function judge(rokad: Rokad, row: FileRow) {
  if ("problem" in row) return { paise: 0, problems: [row.problem] };
  try {
    const { data } = await rokad.validatePayout({ body: payoutOf(row) });
    const problems = data.problems.map(({ message }) => message);
    return {
      paise: problems.length === 0 ? data.total.amount : 0,
      beneficiary_name: data.beneficiary_name,
      amount: formatMoney(data.amount),
      total_with_charges: formatMoney(data.total),
      problems,
    };
  } catch (error) {
    if (error instanceof RefusedError) return { paise: 0, problems: [error.message] };
    if (!(error instanceof RokadError) || error.isRetryable || error.status === 401) throw error;
    const fields = Object.values(error.fields);
    return { paise: 0, problems: fields.length > 0 ? fields : [error.message] };
  }
}
