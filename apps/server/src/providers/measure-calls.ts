import { noteCall } from "./measurements.ts";
import { OutcomeUnknownError, type Provider, type ProviderId } from "./provider.ts";
import type { Rail } from "./rails.ts";

/** An adapter's calls with a clock beside them: how each went and how long it took. */
export function measureCalls(id: ProviderId, provider: Provider): Rail {
  return {
    amountPaiseMax: provider.amountPaiseMax,
    send: (transfer) => timed(id, "Sending a payout", () => provider.send(transfer)),
    look: (reference) => timed(id, "Looking a payout up", () => provider.look(reference)),
  };
}

async function timed<T>(id: ProviderId, what: string, call: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const msTaken = () => performance.now() - began;
  try {
    const answer = await call();
    noteCall(id, { outcome: "answered", what, ms: msTaken() });
    return answer;
  } catch (error) {
    const outcome = error instanceof OutcomeUnknownError ? "unclear" : "broken";
    const why = error instanceof Error ? error.message : "an unknown fault";
    noteCall(id, { outcome, what: `${what}: ${why}`, ms: msTaken() });
    throw error;
  }
}
