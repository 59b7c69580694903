import type { Observation, ObservationOf } from "../observations.ts";

export function payment(
  bank: string,
  reference: string,
  paise: number,
  utr: string,
  chargePaise: number,
): Observation {
  return { kind: "bank payment", bank, reference, paise, to: "000123456789", utr, chargePaise };
}

export function receipt(utr: string, paise: number, isVirtual: boolean): Observation {
  const bank = isVirtual ? "cashfree" : "receiving bank";
  const account = isVirtual ? null : "first account";
  return { kind: "bank receipt", bank, utr, paise, isVirtual, account };
}

export function balance(bank: string, openingPaise: number, closingPaise: number): Observation {
  return { kind: "bank balance", bank, openingPaise, closingPaise };
}

export function deposit(
  tenant: string,
  id: string,
  utr: string,
  paise: number,
  source: "request" | "virtual account" = "request",
): Observation[] {
  const request: Observation = {
    kind: "deposit request",
    tenant,
    key: `key ${id}`,
    utr,
    paise,
    sentAt: 100,
    at: 150,
    lostBefore: false,
    answer: { accepted: { id } },
  };
  return [
    ...(source === "request" ? [request] : []),
    {
      kind: "deposit",
      tenant,
      id,
      utr,
      status: "completed",
      paise,
      source,
      sentAt: 9_000,
      at: 9_010,
      isFinal: true,
    },
    { kind: "wallet row", tenant, paise, status: "success", payout: null, deposit: id },
    fileRow(tenant, "deposits", { Amount: rupees(paise), Status: "completed" }),
    fileRow(tenant, "wallet history", { Amount: rupees(paise), Status: "success" }),
  ];
}

/** A line of a statement; without a payout or UTR, `what` names it. */
export type Movement = readonly [
  paise: number,
  payout: string | null,
  utr: string | null,
  what?: "correction" | "owed" | "repaid" | "request_hold" | "request_release",
];

export function statement(tenant: string, movements: readonly Movement[]): Observation[] {
  let balancePaise = 0;
  const lines = movements.map(([paise, payout, utr, kind], at): ObservationOf<"statement line"> => {
    balancePaise += paise;
    const what = kind ?? (payout === null ? "deposit" : "payout");
    return {
      kind: "statement line",
      tenant,
      entry: at + 1,
      what,
      payout,
      utr,
      paise,
      balancePaise,
    };
  });
  const sum = (list: readonly number[]) => list.reduce((total, paise) => total + paise, 0);
  const amounts = lines.map(({ paise }) => paise);
  const file = (cells: Readonly<Record<string, string>>) => fileRow(tenant, "statement", cells);
  return [
    ...lines,
    {
      kind: "statement totals",
      tenant,
      openingPaise: 0,
      creditPaise: sum(amounts.filter((paise) => paise > 0)),
      debitPaise: -sum(amounts.filter((paise) => paise < 0)),
      closingPaise: balancePaise,
    },
    file({ Balance: "0.00" }),
    ...lines.map(({ paise, balancePaise: after }) =>
      file({
        Debit: paise < 0 ? rupees(-paise) : "",
        Credit: paise > 0 ? rupees(paise) : "",
        Balance: rupees(after),
      }),
    ),
    file({ Balance: rupees(balancePaise) }),
  ];
}

export function balanceRead(
  tenant: string,
  availablePaise: number,
  sentAt: number,
  isFinal: boolean,
  owedPaise = 0,
): Observation {
  return {
    kind: "balance",
    tenant,
    availablePaise,
    heldPaise: 0,
    owedPaise,
    sentAt,
    at: sentAt + 10,
    isFinal,
  };
}

export function fileRow(
  tenant: string,
  file: ObservationOf<"file row">["file"],
  cells: Readonly<Record<string, string>>,
): Observation {
  return { kind: "file row", tenant, file, cells };
}

export function rupees(paise: number): string {
  return `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, "0")}`;
}
