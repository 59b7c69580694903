import { describe, expect, test } from "vitest";
import { chooseJourneys } from "./choose-journeys.ts";

const journeys = [
  "e2e/deposit.e2e.ts",
  "e2e/every-dialog.e2e.ts",
  "e2e/every-screen.e2e.ts",
  "e2e/payout-form.e2e.ts",
  "e2e/payout.e2e.ts",
  "e2e/wallet.e2e.ts",
];

describe("the journeys of a change are", () => {
  test.for([
    ["nothing of the product", ["README.md"], []],
    ["a journey itself", ["e2e/wallet.e2e.ts"], ["wallet"]],
    ["a folder of the server", ["apps/server/src/payouts/claim.ts"], ["payout-form", "payout"]],
    ["a folder on a floor of the server", ["apps/server/src/money-in/deposits/x.ts"], ["deposit"]],
    ["a file of the contract", ["packages/contract/src/deposit-reviews.ts"], ["deposit"]],
    [
      "a capability of the console",
      ["apps/web/src/wallet/eye.tsx"],
      ["every-dialog", "every-screen", "wallet"],
    ],
    ["what the console shares", ["apps/web/src/ui/card.tsx"], ["every-dialog", "every-screen"]],
    ["a word that only begins alike", ["apps/server/src/pay/x.ts"], []],
  ] as const)("for %s", ([, changed, expected]) => {
    expect(chooseJourneys(changed, journeys)).toEqual(expected.map((name) => `e2e/${name}.e2e.ts`));
  });

  test("all, for what they share", () => {
    expect(chooseJourneys(["e2e/journey.ts"], journeys)).toEqual(journeys);
  });
});
