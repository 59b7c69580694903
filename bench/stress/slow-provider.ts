import { cashfreeCredentials, openCashfree } from "../../apps/server/test/stand-ins/cashfree.ts";
import { razorpayxCredentials } from "../../apps/server/test/stand-ins/razorpayx.ts";
import type { StressCase } from "./run-case.ts";

const answerMs = 30_000;
const settleMs = 250;

/**
 * A provider that answers each transfer only after 30 seconds, when our own wait for it is over. It takes
 * the transfer all the same: what we send again must not be paid again.
 */
export async function slowProvider(): Promise<StressCase & { close(): Promise<void> }> {
  const provider = await openCashfree();
  const settling = setInterval(() => provider.books.settle(), settleMs);
  return {
    key: "slow_provider",
    name: "the provider answers after 30 s",
    goal: { atLeast: 0.8 },
    env: {
      PRIMARY_PROVIDER: "cashfree",
      ALTERNATIVE_PROVIDER: "razorpayx",
      CASHFREE_BASE_URL: provider.baseUrl,
      RAZORPAYX_BASE_URL: provider.baseUrl,
      ...cashfreeCredentials,
      ...razorpayxCredentials,
    },
    async begin() {
      const from = provider.requests.length;
      provider.planFault(
        { kind: "slow", acts: true, ms: answerMs },
        ({ method }) => method === "POST",
        Infinity,
      );
      return async () => {
        provider.clearFaults();
        const sent = provider.requests.slice(from).filter(({ method }) => method === "POST").length;
        return `${sent} transfers sent meanwhile`;
      };
    },
    faults: () =>
      provider.books.all().filter(({ transferId }) => provider.books.timesPaid(transferId) > 1)
        .length,
    async close() {
      clearInterval(settling);
      await provider.close();
    },
  };
}
