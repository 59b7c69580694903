// A small run without a fault, written by hand: two clients, three payouts, four transfers in. The second
// and third payout come from a payment request and a file, in `sample-team.ts`;
// `sample-corrections.ts` adds two clients with withdrawals, adjustments and closings.
import type { Observation, ObservationOf } from "../observations.ts";
import { adjustment, sampleCorrections, walletRow } from "./sample-corrections.ts";
import { samplePrograms } from "./sample-programs.ts";
import { sampleTeam } from "./sample-team.ts";
import {
  balance,
  balanceRead,
  deposit,
  fileRow,
  payment,
  receipt,
  rupees,
  statement,
} from "./sample-observations.ts";

export const [asha, ravi] = ["9800000001", "9800000002"] as const;

type PayoutRow = readonly [
  order: string,
  id: string,
  status: "success" | "failed",
  paise: number,
  utr: string | null,
];

const payouts: readonly PayoutRow[] = [
  ["first", "p1", "success", 1_000_00, "523200000001"],
  ["second", "p2", "failed", 500_00, null],
  ["third", "p3", "failed", 300_00, "666666100001"],
];

const samplePayouts: readonly Observation[] = payouts.flatMap(
  ([order, id, status, paise, utr], at): Observation[] => {
    const [sentAt, answeredAt] = [1_000 * (at + 1), 1_000 * (at + 1) + 50];
    const amounts = { paise, feePaise: 5_00, gstPaise: 90 };
    const reference = `RK${id}`;
    const shown: ObservationOf<"payout"> = {
      kind: "payout",
      tenant: asha,
      id,
      reference,
      status,
      ...amounts,
      returnedPaise: id === "p3" ? paise : 0,
      returnedChargePaise: id === "p3" ? 5_90 : 0,
      utr,
      to: "****6789",
      sentAt: 9_000,
      at: 9_010,
      isFinal: true,
    };
    const requested: Observation[] = [
      {
        kind: "payout quote",
        tenant: asha,
        order,
        ...amounts,
        totalPaise: paise + 5_90,
      },
      {
        kind: "payout request",
        tenant: asha,
        key: `key ${order}`,
        order,
        paise,
        to: "000123456789",
        sentAt,
        at: answeredAt,
        lostBefore: false,
        answer: { accepted: { id, reference } },
      },
    ];
    return [
      ...(id === "p1" ? requested : []),
      // The client looked at the list before the outcome.
      {
        ...shown,
        status: "processing",
        returnedPaise: 0,
        returnedChargePaise: 0,
        utr: null,
        sentAt: 4_000,
        at: 4_010,
        isFinal: false,
      },
      shown,
      {
        kind: "wallet row",
        tenant: asha,
        paise: -(paise + 5_90),
        status: id === "p2" ? "failed" : "success",
        payout: id,
        deposit: null,
      },
      fileRow(asha, "payouts", {
        Amount: rupees(paise),
        Charges: "5.00",
        GST: "0.90",
        Status: status,
      }),
      fileRow(asha, "wallet history", {
        Amount: `-${rupees(paise + 5_90)}`,
        Status: id === "p2" ? "failed" : "success",
      }),
    ];
  },
);

/** The client repeated its first order after it had read its balance. */
const repeatedOrder: Observation = {
  kind: "payout request",
  tenant: asha,
  key: "key first",
  order: "first",
  paise: 1_000_00,
  to: "000123456789",
  sentAt: 1_600,
  at: 1_650,
  lostBefore: false,
  answer: { accepted: { id: "p1", reference: "RKp1" } },
};

const refusedOrder: Observation = {
  kind: "payout request",
  tenant: asha,
  key: "key refused",
  order: "refused",
  paise: 77_00,
  to: "000123456789",
  sentAt: 3_500,
  at: 3_550,
  lostBefore: false,
  answer: { refused: "INSUFFICIENT_BALANCE" },
};

const returned: readonly Observation[] = [
  {
    kind: "wallet row",
    tenant: asha,
    paise: 305_90,
    status: "success",
    payout: "p3",
    deposit: null,
  },
  fileRow(asha, "wallet history", { Amount: "305.90", Status: "success" }),
];

const banks: readonly Observation[] = [
  payment("razorpayx", "RKp1", 1_000_00, "523200000001", 5_90),
  payment("cashfree", "RKp3", 300_00, "666666100001", 1_18),
  // The bank kept its charge: 300.00 is back in the wallet.
  {
    kind: "bank return",
    bank: "cashfree",
    reference: "RKp3",
    paise: 298_82,
    keptPaise: 1_18,
    chargePaise: 1_18,
  },
  receipt("412345678901", 10_000_00, false),
  receipt("SIMUTR000001", 300_00, false),
  receipt("SIMUTR000002", 200_00, false),
  receipt("VIRTUAL00001", 500_00, true),
  receipt("VIRTUAL00002", 700_00, true),
  {
    kind: "bank reversal",
    bank: "receiving bank",
    utr: "SIMUTR000002",
    paise: 200_00,
    isImported: true,
  },
  balance("razorpayx", 1_00_000_00, 98_994_10),
  // Paid 200.00, 100.00 and 500.00 with charges; 50.00 came back, and 10.00 was moved by hand.
  balance("cashfree", 50_000_00, 49_255_28),
];

const deposits: readonly Observation[] = [
  ...deposit(asha, "d1", "00412345678901", 10_000_00),
  ...deposit(asha, "d2", "SIMUTR000002", 200_00),
  ...deposit(ravi, "d3", "VIRTUAL00002", 700_00, "virtual account"),
  ...["d1", "d2"].map((id): Observation => ({
    kind: "deposit decision",
    deposit: id,
    outcome: "credited",
  })),
  { kind: "contradiction", deposit: "d2" },
  { kind: "suspense", id: "s1", utr: "VIRTUAL00001", paise: 500_00, status: "returned" },
  { kind: "suspense decision", credit: "s1", outcome: "returned" },
];

const statements: readonly Observation[] = [
  ...statement(asha, [
    [10_000_00, null, "00412345678901"],
    [-1_005_90, "p1", "523200000001"],
    [-505_90, "p2", null],
    [505_90, "p2", null],
    [-305_90, "p3", "666666100001"],
    [305_90, "p3", "666666100001"],
    [200_00, null, "SIMUTR000002"],
    [-200_00, null, null, "correction"],
    [-50_00, null, null, "request_hold"],
    [-60_00, null, null, "request_hold"],
    [60_00, null, null, "request_release"],
    [50_00, null, null, "request_release"],
  ]),
  ...statement(ravi, [[700_00, null, "VIRTUAL00002"]]),
];

const totals: readonly Observation[] = [
  {
    kind: "payout totals",
    tenant: asha,
    rows: 3,
    paise: 1_000_00,
    chargePaise: 5_90,
    successes: 1,
  },
  { kind: "payout totals", tenant: ravi, rows: 0, paise: 0, chargePaise: 0, successes: 0 },
  { kind: "deposit totals", tenant: asha, rows: 2, completedPaise: 10_200_00, completed: 2 },
  { kind: "deposit totals", tenant: ravi, rows: 1, completedPaise: 700_00, completed: 1 },
  { kind: "wallet totals", tenant: asha, rows: 7, creditPaise: 10_505_90, debitPaise: 1_511_80 },
  { kind: "wallet totals", tenant: ravi, rows: 1, creditPaise: 700_00, debitPaise: 0 },
  { kind: "GST totals", tenant: asha, feePaise: 5_00, gstPaise: 90 },
  { kind: "GST totals", tenant: ravi, feePaise: 0, gstPaise: 0 },
  {
    kind: "provider totals",
    bank: "razorpayx",
    ourCount: 1,
    ourPaise: 1_000_00,
    theirCount: 1,
    theirPaise: 1_000_00,
  },
  {
    kind: "provider totals",
    bank: "cashfree",
    ourCount: 3,
    ourPaise: 750_00,
    theirCount: null,
    theirPaise: null,
  },
];

const balances: readonly Observation[] = [
  // Read after the answer to the first payout and before the second was sent.
  balanceRead(asha, 8_994_10, 1_500, false),
  balanceRead(asha, 8_994_10, 9_500, true),
  balanceRead(ravi, 700_00, 9_500, true),
];

/** The statement took the second deposit back, and super admins corrected it. */
const correction: readonly Observation[] = [
  { kind: "client", tenant: asha, id: "asha" },
  ...adjustment("a0", "contradiction", "asha", -200_00, { deposit: "d2" }),
  ...walletRow(asha, -200_00),
];

export const sampleRecord: readonly Observation[] = [
  ...samplePayouts,
  repeatedOrder,
  refusedOrder,
  ...returned,
  ...banks,
  ...deposits,
  ...statements,
  ...totals,
  ...balances,
  ...correction,
  ...sampleCorrections,
  ...sampleTeam,
  ...samplePrograms,
];
