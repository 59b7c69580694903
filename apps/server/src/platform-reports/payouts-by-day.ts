import { reading } from "../replica.ts";
import { movements, type Movement } from "../ledger/movements.ts";
import { dayAndTenant, linesByDay } from "./by-day.ts";
import type { Making, Table } from "./table.ts";

/** Payouts by the day on which each thing happened to them: all of it is the ledger's figures. */
export function payoutsByDayTable(making: Making): Table {
  return {
    columns: [
      ...dayAndTenant,
      { title: "Requested", kind: "count", width: 11 },
      { title: "Held with charges", kind: "paise", width: 18 },
      { title: "Paid", kind: "count", width: 9 },
      { title: "Paid out", kind: "paise", width: 18 },
      { title: "Fees", kind: "paise", width: 14 },
      { title: "GST", kind: "paise", width: 14 },
      { title: "Failed", kind: "count", width: 9 },
      { title: "Released", kind: "paise", width: 18 },
      { title: "Returned", kind: "count", width: 10 },
      { title: "Given back", kind: "paise", width: 18 },
    ],
    rows: linesByDay(making, 10, figuresOn),
    notes: [
      "A payout counts on the day on which it was requested, paid, failed or returned, so that one may stand on two days.",
      "Held = amount, fee and GST, set aside when requested; released = the same, back in the wallet after a failure; given back = the same, after the bank returned it.",
      "Held is the credits of the held account in the platform statement of the same days; paid out + fees + GST + released is its debits.",
    ],
  };
}

async function figuresOn(day: string): Promise<Map<string, bigint[]>> {
  const kinds = ["hold", "settle", "release", "reverse"] as const;
  const moved = await movements(await reading(), { from: day, to: day }, kinds);
  const byTenant = Map.groupBy(moved, ({ walletId }) => walletId);
  return new Map([...byTenant].map(([tenant, ofTenant]) => [tenant, figuresOf(ofTenant)]));
}

function figuresOf(moved: readonly Movement[]): bigint[] {
  const of = (kind: Movement["kind"]) => moved.find((each) => each.kind === kind);
  const [hold, settle, release, reverse] = [of("hold"), of("settle"), of("release"), of("reverse")];
  return [
    hold?.count ?? 0n,
    hold?.totalPaise ?? 0n,
    settle?.count ?? 0n,
    settle?.paidPaise ?? 0n,
    settle?.feePaise ?? 0n,
    settle?.gstPaise ?? 0n,
    release?.count ?? 0n,
    release?.totalPaise ?? 0n,
    reverse?.count ?? 0n,
    reverse?.totalPaise ?? 0n,
  ];
}
