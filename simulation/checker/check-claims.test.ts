// The guarantee: each claim of the independent checker is seen to fail on a faulty record.
import { expect, test } from "vitest";
import { checkClaims, claims } from "./check-claims.ts";
import { correctionFaults } from "./testing/correction-faults.ts";
import { payoutFaults } from "./testing/payout-faults.ts";
import { programFaults } from "./testing/program-faults.ts";
import { sampleRecord } from "./testing/sample-record.ts";
import { teamFaults } from "./testing/team-faults.ts";
import { walletFaults } from "./testing/wallet-faults.ts";

const faults = [
  ...payoutFaults,
  ...walletFaults,
  ...correctionFaults,
  ...teamFaults,
  ...programFaults,
];

test("every claim holds on a record without a fault", () => {
  expect(checkClaims(sampleRecord).flatMap(({ violations }) => violations)).toEqual([]);
});

test.each(faults)("%s breaks its claims and no other", (_, breaks, observations) => {
  const results = checkClaims(observations).filter(({ violations }) => violations.length > 0);
  const broken = results.map(({ claim }) => claim);
  expect(broken.toSorted()).toEqual(breaks.map(({ claim }) => claim).toSorted());
});

test("every claim is broken by a faulty record", () => {
  const broken = new Set(faults.flatMap(([, breaks]) => breaks));
  expect(claims.filter((claim) => !broken.has(claim))).toEqual([]);
});
