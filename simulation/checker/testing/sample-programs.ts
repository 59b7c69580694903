// A business whose payouts wait for funds, and its program: one waited and was funded, one of the program
// followed, and one was cancelled while it waited. A person cancelled the first two before a bank had them.
import type { Observation } from "../observations.ts";
import {
  balanceRead,
  deposit,
  fileRow,
  receipt,
  rupees,
  statement,
} from "./sample-observations.ts";

const devi = "9800000031";
const key = "k1";

const charges = { feePaise: 5_00, gstPaise: 90 };
const chargePaise = 5_90;

function cancelled(id: string, paise: number, sentAt: number, sent: object): Observation[] {
  const reference = `RK${id}`;
  const amounts = { paise, ...charges };
  return [
    {
      kind: "payout quote",
      tenant: devi,
      order: `order ${id}`,
      ...amounts,
      totalPaise: paise + chargePaise,
    },
    {
      kind: "payout request",
      tenant: devi,
      key: `key ${id}`,
      order: `order ${id}`,
      paise,
      to: "000123456789",
      sentAt,
      at: sentAt + 50,
      lostBefore: false,
      answer: { accepted: { id, reference } },
      ...sent,
    },
    {
      kind: "payout",
      tenant: devi,
      id,
      reference,
      status: "cancelled",
      ...amounts,
      returnedPaise: 0,
      returnedChargePaise: 0,
      utr: null,
      to: "****6789",
      createdOn: "2026-11-21",
      sentAt: 9_000,
      at: 9_010,
      isFinal: true,
    },
    {
      kind: "wallet row",
      tenant: devi,
      paise: -(paise + chargePaise),
      status: "cancelled",
      payout: id,
      deposit: null,
    },
    fileRow(devi, "payouts", {
      Amount: rupees(paise),
      Charges: "5.00",
      GST: "0.90",
      Status: "cancelled",
    }),
    fileRow(devi, "wallet history", {
      Amount: `-${rupees(paise + chargePaise)}`,
      Status: "cancelled",
    }),
  ];
}

export const samplePrograms: readonly Observation[] = [
  {
    kind: "signed limits",
    tenant: devi,
    apiKey: key,
    perPayoutPaise: 50_00,
    perDayPaise: 50_00,
  },
  { kind: "key revocation", tenant: devi, apiKey: key, sentAt: 5_000, at: 5_050 },
  ...cancelled("q1", 100_00, 1_000, { waits: true }),
  ...cancelled("q2", 50_00, 2_000, { apiKey: key }),
  {
    kind: "payout request",
    tenant: devi,
    key: "key u1",
    order: "order u1",
    paise: 70_00,
    to: "000123456789",
    sentAt: 3_000,
    at: 3_050,
    lostBefore: false,
    waits: true,
    answer: { accepted: { id: "u1", reference: "RKu1" } },
  },
  { kind: "unfunded payout", tenant: devi, id: "u1", reference: "RKu1" },
  receipt("VIRTUAL00009", 300_00, true),
  ...deposit(devi, "d9", "VIRTUAL00009", 300_00, "virtual account"),
  ...statement(devi, [
    [300_00, null, "VIRTUAL00009"],
    [-105_90, "q1", null],
    [105_90, "q1", null],
    [-55_90, "q2", null],
    [55_90, "q2", null],
  ]),
  { kind: "payout totals", tenant: devi, rows: 2, paise: 0, chargePaise: 0, successes: 0 },
  { kind: "deposit totals", tenant: devi, rows: 1, completedPaise: 300_00, completed: 1 },
  { kind: "wallet totals", tenant: devi, rows: 3, creditPaise: 300_00, debitPaise: 0 },
  { kind: "GST totals", tenant: devi, feePaise: 0, gstPaise: 0 },
  balanceRead(devi, 300_00, 9_500, true),
];
