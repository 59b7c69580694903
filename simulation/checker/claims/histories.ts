import { isRefunded } from "../request-observations.ts";
import type { Claim } from "../claim.ts";
import type { ObservationIndex } from "../index-observations.ts";
import type { ObservationOf } from "../observations.ts";
import { parseRupees, sumPaise } from "../paise.ts";

type FileName = ObservationOf<"file row">["file"];

/** @returns the rows of a file by tenant. */
function filesOf(index: ObservationIndex, name: FileName) {
  const rows = index.of("file row").filter(({ file }) => file === name);
  return Map.groupBy(rows, ({ tenant }) => tenant);
}

const cellPaise =
  (title: string) =>
  ({ cells }: ObservationOf<"file row">) =>
    parseRupees(cells[title] ?? "");

/** @returns a fault if two figures of a client differ. */
function compare(what: string, shown: bigint | number, expected: bigint | number): string[] {
  return BigInt(shown) === BigInt(expected) ? [] : [`${what} ${shown} instead of ${expected}`];
}

export const walletHistoryAddsUp: Claim = {
  claim: "The rows of a wallet history and its file add up to its totals and to the final balance",
  check: (index) => {
    const rows = Map.groupBy(index.of("wallet row"), ({ tenant }) => tenant);
    const files = filesOf(index, "wallet history");
    const balances = index.of("balance").filter(({ isFinal }) => isFinal);
    const balanceOf = new Map(balances.map((one) => [one.tenant, one.availablePaise]));
    return {
      checked: `${index.of("wallet row").length} rows of ${rows.size} clients`,
      violations: index.of("wallet totals").flatMap((totals) => {
        const { tenant, creditPaise, debitPaise } = totals;
        const listed = rows.get(tenant) ?? [];
        const file = files.get(tenant) ?? [];
        // A failed payout is a row, and its debit and refund cancel each other.
        const counted = listed.filter(({ status }) => !isRefunded(status));
        const inFile = file.filter(({ cells }) => !isRefunded(cells["Status"]));
        return [
          ...compare(
            "credits of",
            creditPaise,
            sumPaise(counted, ({ paise }) => Math.max(paise, 0)),
          ),
          ...compare(
            "debits of",
            debitPaise,
            -sumPaise(counted, ({ paise }) => Math.min(paise, 0)),
          ),
          ...compare("a total of", creditPaise - debitPaise, balanceOf.get(tenant) ?? 0),
          ...compare("rows:", listed.length, totals.rows),
          ...compare("rows in its file:", file.length, totals.rows),
          ...compare("a file of", sumPaise(inFile, cellPaise("Amount")), creditPaise - debitPaise),
        ].map((fault) => `the wallet history of ${tenant} has ${fault}`);
      }),
    };
  },
};

export const payoutHistoryAddsUp: Claim = {
  claim: "The rows of a payout history and its file add up to the totals above it",
  check: (index) => {
    const rows = Map.groupBy(index.finalPayouts, ({ tenant }) => tenant);
    const files = filesOf(index, "payouts");
    return {
      checked: `${index.finalPayouts.length} rows of ${rows.size} clients`,
      violations: index.of("payout totals").flatMap((totals) => {
        const { tenant } = totals;
        const listed = rows.get(tenant) ?? [];
        const file = files.get(tenant) ?? [];
        const charged = listed.filter(({ status }) => !isRefunded(status));
        const chargedInFile = file.filter(({ cells }) => !isRefunded(cells["Status"]));
        const chargeOf = (row: ObservationOf<"payout">) =>
          row.feePaise + row.gstPaise - row.returnedChargePaise;
        // The file shows charges as they were taken.
        const givenBack = sumPaise(charged, ({ returnedChargePaise }) => returnedChargePaise);
        const chargeInFile = (row: ObservationOf<"file row">) =>
          cellPaise("Charges")(row) + cellPaise("GST")(row);
        const successes = listed.filter(({ status }) => status === "success").length;
        return [
          ...compare("rows:", listed.length, totals.rows),
          ...compare(
            "an amount of",
            totals.paise,
            sumPaise(charged, ({ paise }) => paise),
          ),
          ...compare("charges of", totals.chargePaise, sumPaise(charged, chargeOf)),
          ...compare("successes:", totals.successes, successes),
          ...compare("rows in its file:", file.length, totals.rows),
          ...compare("a file of", sumPaise(chargedInFile, cellPaise("Amount")), totals.paise),
          ...compare(
            "charges in its file of",
            sumPaise(chargedInFile, chargeInFile) - givenBack,
            totals.chargePaise,
          ),
        ].map((fault) => `the payout history of ${tenant} has ${fault}`);
      }),
    };
  },
};

export const depositHistoryAddsUp: Claim = {
  claim: "The rows of a deposit history and its file add up to the totals above it",
  check: (index) => {
    const rows = Map.groupBy(index.finalDeposits, ({ tenant }) => tenant);
    const files = filesOf(index, "deposits");
    return {
      checked: `${index.finalDeposits.length} rows of ${rows.size} clients`,
      violations: index.of("deposit totals").flatMap((totals) => {
        const { tenant } = totals;
        const listed = rows.get(tenant) ?? [];
        const file = files.get(tenant) ?? [];
        const credited = listed.filter(({ status }) => status === "completed");
        const inFile = file.filter(({ cells }) => cells["Status"] === "completed");
        return [
          ...compare("rows:", listed.length, totals.rows),
          ...compare("credits:", totals.completed, credited.length),
          ...compare(
            "credits of",
            totals.completedPaise,
            sumPaise(credited, ({ paise }) => paise),
          ),
          ...compare("rows in its file:", file.length, totals.rows),
          ...compare("a file of", sumPaise(inFile, cellPaise("Amount")), totals.completedPaise),
        ].map((fault) => `the deposit history of ${tenant} has ${fault}`);
      }),
    };
  },
};

export const taxAddsUp: Claim = {
  claim: "Fee and GST of a client's tax summaries are those of its paid payouts",
  check: (index) => {
    // A part that came back may bring back fee and GST.
    const paid = index.finalPayouts.filter(
      ({ status, returnedChargePaise }) => status === "success" && returnedChargePaise === 0,
    );
    const byTenant = Map.groupBy(paid, ({ tenant }) => tenant);
    const summaries = Map.groupBy(index.of("GST totals"), ({ tenant }) => tenant);
    return {
      checked: `${summaries.size} clients, ${paid.length} paid payouts`,
      violations: [...summaries].flatMap(([tenant, years]) => {
        const own = byTenant.get(tenant) ?? [];
        const fees = sumPaise(years, ({ feePaise }) => feePaise);
        const gst = sumPaise(years, ({ gstPaise }) => gstPaise);
        return [
          ...compare(
            "fees of",
            fees,
            sumPaise(own, ({ feePaise }) => feePaise),
          ),
          ...compare(
            "GST of",
            gst,
            sumPaise(own, ({ gstPaise }) => gstPaise),
          ),
        ].map((fault) => `the tax summary of ${tenant} has ${fault}`);
      }),
    };
  },
};
