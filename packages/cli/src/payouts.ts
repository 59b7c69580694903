import { formatMoney } from "@rokad/money/format";
import { RokadError, type Payout, type PayoutDetail, type Rokad } from "@rokad/sdk";
import { type Command, connect, numberOption, onlyArgument, optionOf } from "./command.ts";
import { UsageError } from "./exit-codes.ts";
import { type Columns, printable, tableOf } from "./table.ts";

const statuses = ["pending", "processing", "success", "failed", "cancelled"] as const;

const columns: Columns<Payout> = [
  ["Created", ({ created_at: at }) => at.slice(0, 19).replace("T", " ")],
  ["Reference", ({ reference_id: reference }) => reference],
  ["Status", ({ status }) => status],
  ["Amount ", ({ amount }) => formatMoney(amount)],
  ["Beneficiary", ({ beneficiary_name: name }) => name],
  ["To", ({ upi_id: upi, account_number: account }) => upi ?? account ?? ""],
  ["UTR", ({ utr_number: utr }) => utr ?? ""],
];

export const payoutsList: Command = {
  name: "payouts list",
  about: "The newest payouts",
  options: {
    status: { value: "status", about: statuses.join(", ") },
    utr: { value: "UTR", about: "Those with this UTR, in any spelling" },
    "updated-since": { value: "time", about: "Those that changed since, as 2026-11-20T06:30:00Z" },
    limit: { value: "count", about: "Default: 20" },
  },
  async run(call) {
    const status = statuses.find((one) => one === optionOf(call, "status"));
    if (optionOf(call, "status") !== undefined && !status)
      throw new UsageError(`--status is one of ${statuses.join(", ")}`);
    const count = numberOption(call, "limit", 1) ?? 20;
    const rokad = await connect(call);
    const payouts: Payout[] = [];
    const utr = optionOf(call, "utr");
    const since = optionOf(call, "updated-since");
    const filter = {
      ...(status && { status }),
      ...(utr !== undefined && { utr }),
      ...(since !== undefined && { updated_since: since }),
      limit: Math.min(count, 100),
    };
    for await (const payout of rokad.eachPayout(filter)) {
      payouts.push(payout);
      if (payouts.length === count) break;
    }
    const { io, isJson } = call;
    const lines = isJson ? payouts.map((one) => JSON.stringify(one)) : tableOf(columns, payouts);
    for (const line of lines) io.print(line);
  },
};

export const payoutsGet: Command = {
  name: "payouts get",
  takes: "<id or reference>",
  about: "One payout: by its id, its reference RK…, or your own reference",
  async run(call) {
    const payout = await findPayout(await connect(call), onlyArgument(call, "payout"));
    const { io, isJson } = call;
    if (isJson) io.print(JSON.stringify(payout));
    else for (const line of payoutLines(payout)) io.print(line);
  },
};

export const payoutsCancel: Command = {
  name: "payouts cancel",
  takes: "<id or reference>",
  about: "Cancel a payout that no provider has",
  async run(call) {
    const rokad = await connect(call);
    const { id } = await findPayout(rokad, onlyArgument(call, "payout"));
    const { data } = await rokad.cancelPayout({
      path: { id },
      headers: { "Idempotency-Key": `cancel-${id}` },
    });
    const { io, isJson } = call;
    const refunded = formatMoney(data.refunded);
    if (isJson) io.print(JSON.stringify(data));
    else io.print(`${data.reference_id}: cancelled, ${refunded} back in the wallet`);
  },
};

/** What people read about one payout. */
export function payoutLines(payout: PayoutDetail): string[] {
  const rows: [title: string, text: string | null | undefined][] = [
    ["Reference", payout.reference_id],
    ["Your reference", payout.program?.client_reference],
    ["Id", payout.id],
    ["Status", payout.status],
    ["Why", payout.failure_reason ?? payout.open_outcome?.sentence],
    ["Amount", formatMoney(payout.amount)],
    ["With charges", formatMoney(payout.total)],
    ["Returned", payout.returned_amount.amount > 0 ? formatMoney(payout.returned_amount) : null],
    ["Beneficiary", payout.beneficiary_name],
    ["To", payout.upi_id ?? `${payout.account_number}, ${payout.ifsc_code}`],
    ["UTR", payout.utr_number],
  ];
  const given = rows.filter(([, text]) => text);
  const width = Math.max(...given.map(([title]) => title.length));
  return given.map(([title, text]) => `${title.padEnd(width)}  ${printable(text ?? "")}`);
}

async function findPayout(rokad: Rokad, name: string): Promise<PayoutDetail> {
  const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(name);
  if (isId) return (await rokad.getPayout({ path: { id: name } })).data;
  const isReference = /^RK[A-Z0-9]{8,18}$/.test(name);
  try {
    const query = isReference ? { reference_id: name } : { client_reference: name };
    return (await rokad.findPayout({ query })).data;
  } catch (error) {
    // An own reference may look like one of Rokad's.
    if (!isReference || !(error instanceof RokadError) || error.status !== 404) throw error;
    return (await rokad.findPayout({ query: { client_reference: name } })).data;
  }
}
