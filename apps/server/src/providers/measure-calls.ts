import { createThrottle } from "../kernel/throttle.ts";
import { countCall } from "./measurements.ts";
import { type Provider, type ProviderId } from "./provider.ts";
import { LeaseExpiredError, OutcomeUnknownError } from "../kernel/outbound-errors.ts";
import type { PayoutProvider } from "./provider.ts";
import { traced } from "../kernel/tracing.ts";

/**
 * An adapter whose calls are counted with their outcome and duration, and keep to the pace of the
 * provider: it answers more of them with 429, after which nobody knows whether it took the payout.
 * @param isCounted false for an adapter that its slot no longer uses.
 */
export function measureCalls(
  id: ProviderId,
  provider: Provider,
  isCounted: boolean,
): PayoutProvider {
  const inTurn = async <T>(labels: CallLabels, call: () => Promise<T>): Promise<T> => {
    await turnOf(provider);
    const run = () => traced(labels.span, { attributes: { "rokad.rail": id } }, call);
    return isCounted ? measured(id, labels, run) : run();
  };
  return {
    amountPaiseMax: provider.amountPaiseMax,
    send: (transfer) => inTurn(sending, () => provider.send(transfer)),
    checkStatus: (reference) => inTurn(checking, () => provider.checkStatus(reference)),
  };
}

const turns = new WeakMap<Provider, () => Promise<void>>();

async function turnOf(provider: Provider): Promise<void> {
  if (provider.callsPerSecond === undefined) return;
  const turn = turns.get(provider) ?? createThrottle(provider.callsPerSecond);
  turns.set(provider, turn);
  await turn();
}

interface CallLabels {
  readonly span: string;
  readonly failure: string;
  readonly success: string;
}
const sending: CallLabels = {
  span: "call provider to pay",
  failure: "Sending a payout",
  success: "A payout was sent",
};
const checking: CallLabels = {
  span: "call provider for status",
  failure: "Checking a payout's status",
  success: "A payout's status was checked",
};

async function measured<T>(id: ProviderId, labels: CallLabels, call: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  try {
    const answer = await call();
    countCall(id, { outcome: "answered", what: labels.success, ms: elapsedMs() });
    return answer;
  } catch (error) {
    // No call was made, so it says nothing about the provider.
    if (error instanceof LeaseExpiredError) throw error;
    const outcome = error instanceof OutcomeUnknownError ? "unclear" : "broken";
    const why = error instanceof Error ? error.message : "an unknown error";
    countCall(id, { outcome, what: `${labels.failure}: ${why}`, ms: elapsedMs() });
    throw error;
  }
}
