import { count } from "./client-records.ts";
import { requestAndReviewDeposit } from "./events/deposit.ts";
import { payBeyondBalance } from "./events/pay-beyond-balance.ts";
import { payByKey } from "./events/pay-by-key.ts";
import { payBatch } from "./events/pay-batch.ts";
import { requestPayment } from "./events/request-payment.ts";
import { sendPayout } from "./events/send-payout.ts";
import type { World } from "./world.ts";

/**
 * Payouts, a request and a batch with approvals, a request that goes on holding its money, a batch
 * without approvals, a payout of a program, some that wait for funds, and a credited transfer that its
 * bank takes back, before the first failure: every run has them, and every backup, also of the shortest
 * run on the fastest machine.
 */
export async function playTeams(world: World): Promise<void> {
  const plain = { to: "account", paise: 432_10, variant: "plain" } as const;
  for (const tenant of [0, 1, 3]) await sendPayout(world, { kind: "payout", tenant, ...plain });
  const credited = { tenant: 1, paise: 876_00, review: "approve" } as const;
  await requestAndReviewDeposit(world, { kind: "deposit", ...credited });
  if (world.banks.receiving.takeBackNewest()) count(world.clients, "transfers taken back");
  for (const variant of ["approved", "not decided"] as const) {
    const order = { team: 0, to: "account", paise: 1_234_00, variant } as const;
    await requestPayment(world, { kind: "payment request", ...order });
  }
  const byKey = { program: 1, to: "account", paise: 321_00, variant: "plain" } as const;
  await payByKey(world, { kind: "payout of a program", ...byKey });
  await payBeyondBalance(world, {
    kind: "payouts beyond the balance",
    paise: 250_00,
    variant: "funded",
  });
  for (const team of [0, 1]) {
    await payBatch(world, {
      kind: "batch of payouts",
      team,
      rows: [
        { to: "account", paise: 345_00 + team },
        { to: "UPI ID", paise: 217_50 + team },
      ],
      hasWrongRow: true,
      funding: "whole",
      variant: "plain",
      ms: 0,
    });
  }
}
