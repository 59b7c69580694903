import { noteCall } from "./measurements.ts";
import { OutcomeUnknownError, type Provider, type ProviderId } from "./provider.ts";
import type { Rail } from "./rails.ts";

/** An adapter's calls with a clock beside them: how each went and how long it took. */
export function measureCalls(id: ProviderId, provider: Provider): Rail {
  return {
    amountPaiseMax: provider.amountPaiseMax,
    send: (transfer) => timed(id, sending, () => provider.send(transfer)),
    look: (reference) => timed(id, looking, () => provider.look(reference)),
  };
}

interface Words {
  readonly doing: string;
  readonly done: string;
}
const sending: Words = { doing: "Sending a payout", done: "A payout was sent" };
const looking: Words = { doing: "Looking a payout up", done: "A payout was looked up" };

async function timed<T>(id: ProviderId, words: Words, call: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const msTaken = () => performance.now() - began;
  try {
    const answer = await call();
    noteCall(id, { outcome: "answered", what: words.done, ms: msTaken() });
    return answer;
  } catch (error) {
    const outcome = error instanceof OutcomeUnknownError ? "unclear" : "broken";
    const why = error instanceof Error ? error.message : "an unknown fault";
    noteCall(id, { outcome, what: `${words.doing}: ${why}`, ms: msTaken() });
    throw error;
  }
}
