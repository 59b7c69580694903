// Two more clients: one with a partial return, a withdrawal, adjustments and a debt; one whose account
// was closed, opened again by a late return, and closed with a remainder.
import type { Observation, ObservationOf } from "../observations.ts";
import {
  balanceRead,
  deposit,
  fileRow,
  receipt,
  rupees,
  statement,
} from "./sample-observations.ts";

export const [meena, noor] = ["9800000003", "9800000004"] as const;
const accounts = { [meena]: "003100000003", [noor]: "003100000004" } as const;

interface SamplePayout {
  readonly id: string;
  readonly tenant: typeof meena | typeof noor;
  readonly paise: number;
  readonly chargePaise?: number;
  readonly returnedPaise?: number;
  /** Who ordered it: a payout or withdrawal of the client, or the closing of its account. */
  readonly by: "payout" | "withdrawal" | "closing";
}

export function walletRow(tenant: string, paise: number, id: string | null = null) {
  const sign = paise < 0 ? "-" : "";
  const row: Observation = {
    kind: "wallet row",
    tenant,
    paise,
    status: "success",
    payout: id,
    deposit: null,
  };
  const cells = { Amount: `${sign}${rupees(Math.abs(paise))}`, Status: "success" };
  return [row, fileRow(tenant, "wallet history", cells)];
}

/** A payout with its order, its payment and what came back of it. */
function payout({ id, tenant, paise, by, ...rest }: SamplePayout): Observation[] {
  const { chargePaise = 0, returnedPaise = 0 } = rest;
  const [reference, isBack] = [`RK${id}`, returnedPaise === paise];
  const charges = { feePaise: chargePaise - (chargePaise && 90), gstPaise: chargePaise && 90 };
  const to = by === "payout" ? "000123456789" : accounts[tenant];
  const timed = { sentAt: 5_000, at: 5_050 };
  const order = `order ${id}`;
  const totalPaise = paise + chargePaise;
  const shown: ObservationOf<"payout"> = {
    kind: "payout",
    tenant,
    id,
    reference,
    status: isBack ? "failed" : "success",
    paise,
    ...charges,
    returnedPaise,
    returnedChargePaise: 0,
    utr: `UTR${id}`,
    to: `****${to.slice(-4)}`,
    sentAt: 9_000,
    at: 9_010,
    isFinal: true,
  };
  const request: Observation = {
    kind: "payout request",
    tenant,
    key: `key ${id}`,
    order,
    paise,
    to: by === "withdrawal" ? `account of ${tenant}` : to,
    ...timed,
    lostBefore: false,
    answer: { accepted: { id, reference } },
  };
  const ordered: Observation[] =
    by === "closing"
      ? [
          { kind: "closing payout", client: nameOf(tenant), id, reference, paise },
          { kind: "balance payout", client: nameOf(tenant), balancePaise: paise, payouts: [id] },
        ]
      : [{ kind: "payout quote", tenant, order, paise, ...charges, totalPaise }, request];
  const payment = { bank: "cashfree", reference, chargePaise: 1_18 };
  const back: Observation = {
    kind: "bank return",
    ...payment,
    paise: returnedPaise,
    keptPaise: 0,
    chargePaise: isBack ? 1_18 : 0,
  };
  return [
    ...ordered,
    shown,
    { kind: "bank payment", ...payment, paise, to, utr: `UTR${id}` },
    ...(returnedPaise > 0 ? [back, ...walletRow(tenant, returnedPaise, id)] : []),
    ...walletRow(tenant, -totalPaise, id),
    fileRow(tenant, "payouts", {
      Amount: rupees(paise),
      Charges: rupees(charges.feePaise),
      GST: rupees(charges.gstPaise),
      Status: shown.status,
    }),
  ];
}

const nameOf = (tenant: string) => (tenant === meena ? "meena" : "noor");

/** An adjustment that moves neither a receiving account nor a provider. */
const inNoAccount = { account: null, accountPaise: 0, provider: null, providerPaise: 0 } as const;

/** A posted adjustment that one super admin proposed and another confirmed. */
export function adjustment(
  id: string,
  what: string,
  client: string | null,
  paise: number,
  rest: Partial<ObservationOf<"adjustment">> = {},
): Observation[] {
  const answer = { accepted: { id } };
  const read: ObservationOf<"adjustment"> = {
    kind: "adjustment",
    id,
    what,
    state: "posted",
    client,
    paise,
    ...inNoAccount,
    owedPaise: 0,
    deposit: null,
    reference: null,
    ...rest,
  };
  const { account, provider } = read;
  return [
    { kind: "adjustment proposal", id, by: "9800000091", client, paise, account, provider },
    { kind: "adjustment confirmation", id, by: "9800000092", answer, lostBefore: false },
    {
      kind: "adjustment confirmation",
      id,
      by: "9800000093",
      answer: { refused: "ALREADY_DECIDED" },
      lostBefore: false,
    },
    read,
  ];
}

const ofMeena: readonly Observation[] = [
  { kind: "client", tenant: meena, id: "meena" },
  {
    kind: "own account",
    tenant: meena,
    id: `account of ${meena}`,
    number: accounts[meena],
  },
  receipt("SIMUTR000004", 1_000_00, false),
  receipt("VIRTUAL00003", 300_00, true),
  ...deposit(meena, "d4", "SIMUTR000004", 1_000_00),
  ...deposit(meena, "d5", "VIRTUAL00003", 300_00, "virtual account"),
  {
    kind: "bank chargeback",
    bank: "cashfree",
    reference: "800001",
    utr: "VIRTUAL00003",
    paise: 300_00,
  },
  {
    kind: "adjustment",
    id: "c1",
    what: "chargeback",
    state: "posted",
    client: "meena",
    paise: -300_00,
    owedPaise: 0,
    deposit: "d5",
    reference: "800001",
    ...inNoAccount,
  },
  ...walletRow(meena, -300_00),
  ...payout({
    id: "p4",
    tenant: meena,
    paise: 200_00,
    chargePaise: 5_90,
    returnedPaise: 50_00,
    by: "payout",
  }),
  ...payout({ id: "w1", tenant: meena, paise: 100_00, by: "withdrawal" }),
  ...adjustment("a1", "goodwill", "meena", 20_00),
  ...adjustment("a2", "wrong_credit", "meena", -900_00, { owedPaise: 135_90 }),
  ...adjustment("a3", "goodwill", "meena", 35_90),
  ...[20_00, 135_90, -900_00, 35_90, -35_90].flatMap((paise) => walletRow(meena, paise)),
  {
    kind: "adjustment proposal",
    id: "a9",
    by: "9800000091",
    client: "meena",
    paise: 1,
    account: null,
    provider: null,
  },
  { kind: "adjustment end", id: "a9", state: "withdrawn" },
  {
    kind: "adjustment",
    id: "a9",
    what: "goodwill",
    state: "withdrawn",
    client: "meena",
    paise: 1,
    owedPaise: 0,
    deposit: null,
    reference: null,
    ...inNoAccount,
  },
  ...statement(meena, [
    [1_000_00, null, "SIMUTR000004"],
    [300_00, null, "VIRTUAL00003"],
    [-300_00, null, null, "correction"],
    [-205_90, "p4", "UTRp4"],
    [50_00, "p4", "UTRp4"],
    [-100_00, "w1", "UTRw1"],
    [20_00, null, null, "correction"],
    [135_90, null, null, "owed"],
    [-900_00, null, null, "correction"],
    [35_90, null, null, "correction"],
    [-35_90, null, null, "repaid"],
  ]),
  balanceRead(meena, 0, 9_500, true, 100_00),
];

const ofNoor: readonly Observation[] = [
  { kind: "client", tenant: noor, id: "noor" },
  { kind: "own account", tenant: noor, id: `account of ${noor}`, number: accounts[noor] },
  receipt("SIMUTR000006", 500_40, false),
  ...deposit(noor, "d6", "SIMUTR000006", 500_40),
  ...payout({ id: "k1", tenant: noor, paise: 500_40, returnedPaise: 500_40, by: "closing" }),
  ...payout({ id: "w2", tenant: noor, paise: 500_00, by: "withdrawal" }),
  ...statement(noor, [
    [500_40, null, "SIMUTR000006"],
    [-500_40, "k1", "UTRk1"],
    [500_40, "k1", "UTRk1"],
    [-500_00, "w2", "UTRw2"],
  ]),
  balanceRead(noor, 40, 9_500, true),
  { kind: "remainder", client: "noor", paise: 40 },
];

const totals: readonly Observation[] = [
  { kind: "payout totals", tenant: meena, rows: 2, paise: 300_00, chargePaise: 5_90, successes: 2 },
  { kind: "payout totals", tenant: noor, rows: 2, paise: 500_00, chargePaise: 0, successes: 1 },
  { kind: "deposit totals", tenant: meena, rows: 2, completedPaise: 1_300_00, completed: 2 },
  { kind: "deposit totals", tenant: noor, rows: 1, completedPaise: 500_40, completed: 1 },
  { kind: "wallet totals", tenant: meena, rows: 11, creditPaise: 1_541_80, debitPaise: 1_541_80 },
  { kind: "wallet totals", tenant: noor, rows: 4, creditPaise: 1_000_80, debitPaise: 1_000_40 },
  { kind: "GST totals", tenant: meena, feePaise: 5_00, gstPaise: 90 },
  { kind: "GST totals", tenant: noor, feePaise: 0, gstPaise: 0 },
];

/** A charge of the bank, and a move by hand from a receiving account to a provider. */
const ofPlatform: readonly Observation[] = [
  ...adjustment("a5", "bank_charge", null, 59_00, {
    account: "first account",
    accountPaise: -59_00,
  }),
  ...adjustment("a6", "reclassification", null, 10_00, {
    account: "second account",
    accountPaise: -10_00,
    provider: "cashfree",
    providerPaise: 10_00,
  }),
  correctionAt("receiving bank", "first account", "a5", -59_00),
  correctionAt("receiving bank", "second account", "a6", -10_00),
  correctionAt("cashfree", null, "a6", 10_00),
  // The credited transfers of four clients, less the charge.
  { kind: "account books", account: "first account", paise: 11_700_40 - 59_00 },
  { kind: "account books", account: "second account", paise: -10_00 },
];

function correctionAt(
  bank: string,
  account: string | null,
  adjusted: string,
  paise: number,
): Observation {
  return { kind: "bank correction", bank, account, adjustment: adjusted, paise };
}

export const sampleCorrections: readonly Observation[] = [
  ...ofMeena,
  ...ofNoor,
  ...ofPlatform,
  ...totals,
];
