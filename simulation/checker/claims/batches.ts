import type { Claim } from "../claim.ts";
import type { ObservationIndex } from "../index-observations.ts";
import type { ObservationOf } from "../observations.ts";
import { sumPaise } from "../paise.ts";

const parts = ["paid", "failed", "cancelled", "waiting"] as const;

export const batchesAddUp: Claim = {
  claim:
    "Total = paid + failed + cancelled + waiting, of each batch at each reading and of its rows",
  check: (index) => {
    const reads = index.of("batch progress");
    const rows = Map.groupBy(
      index.of("order end").filter(({ subject }) => subject === "batch"),
      ({ id }) => id,
    );
    const last = new Map(reads.map((read) => [read.id, read]));
    return {
      checked: `${reads.length} readings of ${last.size} batches`,
      violations: [
        ...reads.flatMap((read) => sumFaults(read)),
        ...[...last.values()].flatMap((read) => rowFaults(read, rows.get(read.id) ?? [])),
      ],
    };
  },
};

function sumFaults(read: ObservationOf<"batch progress">): string[] {
  const sum = (of: "count" | "paise") => sumPaise(parts, (part) => read[part][of]);
  return sum("count") === BigInt(read.total.count) && sum("paise") === BigInt(read.total.paise)
    ? []
    : [
        `the batch ${read.id} of ${read.tenant} has ${read.total.count} rows, and ${sum("count")} in its states`,
      ];
}

function rowFaults(
  read: ObservationOf<"batch progress">,
  rows: readonly ObservationOf<"order end">[],
): string[] {
  return parts.flatMap((part) => {
    const own = rows.filter((row) => row.part === part);
    const paise = sumPaise(own, (row) => row.paise);
    return own.length === read[part].count && paise === BigInt(read[part].paise)
      ? []
      : [
          `the batch ${read.id} of ${read.tenant} says ${read[part].count} ${part}, its rows ${own.length}`,
        ];
  });
}

export const filesArePaidOnce: Claim = {
  claim: "A file is one batch, and each of its rows at most one payout, of what the file said",
  check: (index) => {
    const files = Map.groupBy(
      [
        ...index.of("preparation").filter(({ subject }) => subject === "batch"),
        ...index.of("final content").filter(({ subject }) => subject === "batch"),
      ],
      ({ tenant, name }) => `${name} of ${tenant}`,
    );
    const ends = index.of("order end");
    return {
      checked: `${files.size} files, ${ends.length} rows and requests`,
      violations: [
        ...[...files].flatMap(([name, list]) => {
          const ids = new Set(list.map(({ id }) => id));
          return ids.size > 1 ? [`${name} became ${ids.size} batches`] : [];
        }),
        ...endFaults(index, ends),
      ],
    };
  },
};

function endFaults(index: ObservationIndex, ends: readonly ObservationOf<"order end">[]): string[] {
  const ordered = new Map(
    index.of("prepared order").map((one) => [`${one.tenant} ${one.order}`, one]),
  );
  const byOrder = Map.groupBy(ends, ({ tenant, order }) => `${tenant} ${order}`);
  return [...byOrder].flatMap(([name, list]) => {
    const payouts = new Set(list.flatMap(({ payout }) => payout?.id ?? []));
    const [first] = list;
    const own = ordered.get(name);
    return [
      ...(payouts.size > 1 ? [`the order ${name} became ${payouts.size} payouts`] : []),
      ...(first && own?.paise === first.paise
        ? []
        : [`the order ${name} has ${first?.paise} paise, and was ordered with ${own?.paise}`]),
      ...list
        .filter(({ part, payout }) => part === "paid" && !payout)
        .map(() => `the order ${name} is called paid without a payout`),
    ];
  });
}
