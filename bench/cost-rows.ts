import type { Cost } from "./measure-cost.ts";
import { median } from "./payout-load.ts";
import type { Row } from "./row.ts";

/** What a payout cost in one round, beside a payout of the yardstick. */
export interface CostRound {
  readonly cost: Cost;
  readonly yardstickCost: Cost;
}

const figures: Readonly<Record<keyof Cost, { readonly name: string; readonly unit: string }>> = {
  postgresMicros: { name: "PostgreSQL's processor time", unit: "µs" },
  serverMicros: { name: "Rokad's processor time", unit: "µs" },
  walBytes: { name: "Write-ahead log", unit: "B" },
  diskBytes: { name: "Disk", unit: "B" },
};

interface Options {
  /** Begins each row's key. */
  readonly key: string;
  /** Of what the costs are, such as `accepted payout`. */
  readonly of: string;
  readonly atMost: Partial<Record<keyof Cost, number>>;
}

/** A row for each figure that has a goal: the medians of the rounds. */
export function costRows(list: readonly CostRound[], { key, of, atMost }: Options): Row[] {
  return (Object.keys(atMost) as (keyof Cost)[]).map((figure) => {
    const { name, unit } = figures[figure];
    // The yardstick has no server: PostgreSQL's time is the reference of both.
    const referenceKey = figure === "serverMicros" ? "postgresMicros" : figure;
    const cost = median(list.map((round) => round.cost[figure]));
    const referred = median(list.map((round) => round.yardstickCost[referenceKey]));
    const goal = atMost[figure];
    return {
      key: `${key}_${figure}`,
      name: `${name} per ${of}`,
      reference: figure === "serverMicros" ? "PostgreSQL's time, the yardstick" : "the yardstick",
      measured: `${Math.round(cost)} ${unit}`,
      referred: `${Math.round(referred)} ${unit}`,
      ratio: cost / referred,
      goal: goal === undefined ? undefined : { atMost: goal },
    };
  });
}
