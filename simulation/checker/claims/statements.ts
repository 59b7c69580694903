import { isRefunded } from "../request-observations.ts";
import type { Claim } from "../claim.ts";
import type { ObservationIndex } from "../index-observations.ts";
import type { ObservationOf } from "../observations.ts";
import { parseRupees, sumPaise } from "../paise.ts";
import { transferKey } from "../utr.ts";
import { acceptedOrders, orderedTotalPaise, partsBackPaise } from "../wallet-effects.ts";
import { isOfRequest } from "./request-holds.ts";

type Line = ObservationOf<"statement line">;

export const statementAddsUp: Claim = {
  claim:
    "Each statement runs from line to line to the final balance, never below zero, as its file does",
  check: (index) => {
    const lines = Map.groupBy(index.of("statement line"), ({ tenant }) => tenant);
    const files = Map.groupBy(
      index.of("file row").filter(({ file }) => file === "statement"),
      ({ tenant }) => tenant,
    );
    const balanceOf = new Map(
      index
        .of("balance")
        .filter(({ isFinal }) => isFinal)
        .map(({ tenant, availablePaise }) => [tenant, availablePaise]),
    );
    return {
      checked: `${index.of("statement totals").length} statements, ${index.of("statement line").length} lines`,
      violations: index.of("statement totals").flatMap((totals) => {
        const ofTenant = (lines.get(totals.tenant) ?? []).toSorted((a, b) => a.entry - b.entry);
        return [
          ...totalFaults(totals, ofTenant, balanceOf.get(totals.tenant)),
          ...fileFaults(totals, ofTenant, files.get(totals.tenant) ?? []),
        ].map((fault) => `the statement of ${totals.tenant}: ${fault}`);
      }),
    };
  },
};

function totalFaults(
  totals: ObservationOf<"statement totals">,
  lines: readonly Line[],
  balancePaise: number | undefined,
): string[] {
  const { openingPaise, creditPaise, debitPaise, closingPaise } = totals;
  const credits = sumPaise(lines, ({ paise }) => Math.max(paise, 0));
  const debits = -sumPaise(lines, ({ paise }) => Math.min(paise, 0));
  const broken = lines.find(
    ({ paise, balancePaise: after }, at) =>
      BigInt(after) !== BigInt(lines[at - 1]?.balancePaise ?? openingPaise) + BigInt(paise),
  );
  const negative = lines.find(({ balancePaise: after }) => after < 0);
  return [
    ...(negative ? [`the balance after line ${negative.entry} is below zero`] : []),
    ...(broken ? [`line ${broken.entry} does not follow from the line before`] : []),
    ...(credits === BigInt(creditPaise) ? [] : [`credits of ${credits}, shown as ${creditPaise}`]),
    ...(debits === BigInt(debitPaise) ? [] : [`debits of ${debits}, shown as ${debitPaise}`]),
    ...(BigInt(openingPaise) + credits - debits === BigInt(closingPaise)
      ? []
      : [`its sums do not give the closing balance ${closingPaise}`]),
    ...(closingPaise === balancePaise ? [] : [`it closes at ${closingPaise}, not ${balancePaise}`]),
  ];
}

function fileFaults(
  { closingPaise }: ObservationOf<"statement totals">,
  lines: readonly Line[],
  rows: readonly ObservationOf<"file row">[],
): string[] {
  // The first and the last row are the opening and the closing balance.
  const movements = rows.slice(1, -1);
  const amountOf = ({ cells }: ObservationOf<"file row">) =>
    parseRupees(cells["Credit"] ?? "") - parseRupees(cells["Debit"] ?? "");
  const closing = parseRupees(rows.at(-1)?.cells["Balance"] ?? "");
  if (movements.length !== lines.length)
    return [`its file has ${movements.length} lines instead of ${lines.length}`];
  if (closing !== BigInt(closingPaise)) return [`its file closes at ${closing}`];
  return movements.every((row, at) => amountOf(row) === BigInt(lines[at]?.paise ?? 0))
    ? []
    : ["its file has other amounts"];
}

export const statementHasEveryAct: Claim = {
  claim: "Each payout, refund and credit is on its client's statement once, and nothing else",
  check: (index) => {
    const shown = Map.groupBy(index.of("statement line"), ({ tenant }) => tenant);
    const expected = Map.groupBy(expectedLines(index), ({ tenant }) => tenant);
    return {
      checked: `${index.of("statement line").length} lines of ${shown.size} clients`,
      violations: [...new Set([...shown.keys(), ...expected.keys()])].flatMap((tenant) => {
        const own = shown.get(tenant)?.filter((line) => !isOfRequest(line));
        const lines = nameLines(own ?? []);
        const names = (expected.get(tenant) ?? []).map(({ name }) => name);
        return [
          ...surplus(names, lines).map((name) => `the statement of ${tenant} misses ${name}`),
          ...surplus(lines, names).map((name) => `the statement of ${tenant} has also ${name}`),
        ];
      }),
    };
  },
};

/**
 * The lines by name. Refunds of one payout are added up, because a bank may send several parts that
 * are reported together, and so are the payments of a debt.
 */
function nameLines(lines: readonly Line[]): string[] {
  const sums = new Map<string, bigint>();
  const names = lines.flatMap(({ what, payout, utr, paise }) => {
    if (payout !== null && paise < 0) return [debitName(payout, -paise)];
    if (payout === null && what === "correction") return [correctionName(paise)];
    if (payout === null && what === "owed") return [lentName(paise)];
    if (payout === null && what !== "repaid")
      return [`a credit of ${paise} for ${transferKey(utr ?? "")}`];
    const subject = payout === null ? debt : `payout ${payout}`;
    sums.set(subject, (sums.get(subject) ?? 0n) + BigInt(paise));
    return [];
  });
  return [...names, ...[...sums].map(([subject, paise]) => sumName(subject, paise))];
}

const debt = "its debt";
const debitName = (payout: string, paise: bigint | number) => `a debit of ${paise} for ${payout}`;
const correctionName = (paise: number) => `a correction of ${paise}`;
const lentName = (paise: number) => `${paise} that a correction lacked`;
const sumName = (subject: string, paise: bigint) => `${paise} for ${subject}`;

/** The lines that the client's acts give, by the answers and outcomes that it got. */
function expectedLines(index: ObservationIndex) {
  const payouts = acceptedOrders(index).flatMap(({ id, reference, order }) => {
    const total = orderedTotalPaise(index, order);
    const isBack = isRefunded(index.finalPayoutById.get(id)?.status);
    const back = isBack ? total : partsBackPaise(index, reference, order);
    const names = [debitName(id, total), ...(back > 0n ? [sumName(`payout ${id}`, back)] : [])];
    return names.map((name) => ({ tenant: order.tenant, name }));
  });
  const credits = index.finalDeposits
    .filter(({ status }) => status === "completed")
    .map(({ tenant, utr, paise }) => ({
      tenant,
      name: `a credit of ${paise} for ${transferKey(utr)}`,
    }));
  return [...payouts, ...credits, ...adjustmentLines(index)];
}

/** Each correction, what it lacked, and what credits paid of that. */
function adjustmentLines({ of, posted, clientOf }: ObservationIndex) {
  const balances = of("balance").filter(({ isFinal }) => isFinal);
  const ofClients = Map.groupBy(posted, ({ client }) => clientOf(client));
  return [...ofClients].flatMap(([tenant, adjustments]) => {
    if (tenant === undefined) return [];
    const owed = balances.find((balance) => balance.tenant === tenant)?.owedPaise ?? 0;
    const repaid = sumPaise(adjustments, ({ owedPaise }) => owedPaise) - BigInt(owed);
    const names = [
      ...adjustments.map(({ paise }) => correctionName(paise)),
      ...adjustments.filter(({ owedPaise }) => owedPaise > 0).map((one) => lentName(one.owedPaise)),
      ...(repaid > 0n ? [sumName(debt, -repaid)] : []),
    ];
    return names.map((name) => ({ tenant, name }));
  });
}

/** What the first list has more often than the second. */
function surplus(list: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const name of other) left.set(name, (left.get(name) ?? 0) + 1);
  return list.filter((name) => {
    const times = left.get(name) ?? 0;
    left.set(name, times - 1);
    return times <= 0;
  });
}
