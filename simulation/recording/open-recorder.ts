import { createWriteStream, mkdirSync } from "node:fs";
import { once } from "node:events";
import { dirname } from "node:path";
import type { Observation } from "../checker/observations.ts";
import { correctionObservers } from "./observe-corrections.ts";
import { historyObservers } from "./observe-histories.ts";
import { requestObservers } from "./observe-requests.ts";
import { teamObservers } from "./observe-teams.ts";
import type { Exchange } from "./observer.ts";

const observerOf = new Map([
  ...requestObservers,
  ...correctionObservers,
  ...historyObservers,
  ...teamObservers,
]);

/** Writes observations as JSON lines while the simulation runs, for the independent checker. */
export function openRecorder(path: string) {
  mkdirSync(dirname(path), { recursive: true });
  const file = createWriteStream(path);
  let isFinal = false;
  let diverted: Observation[] | undefined;
  const record = (observations: readonly Observation[]): void => {
    if (diverted) diverted.push(...observations);
    else for (const one of observations) file.write(`${JSON.stringify(one)}\n`);
  };
  return {
    path,
    record,
    /** Records what a client's request and its answer say. */
    observe(exchange: Exchange): void {
      const observer = observerOf.get(exchange.call.name);
      if (observer) record(observer(exchange, isFinal));
    },
    /** From now on, what clients read is final: everything has finished. */
    startFinalReads(): void {
      isFinal = true;
    },
    /** @returns what `read` observes, instead of writing it. */
    async divert(read: () => Promise<void>): Promise<Observation[]> {
      const observations: Observation[] = [];
      diverted = observations;
      await read().finally(() => (diverted = undefined));
      return observations;
    },
    async close(): Promise<void> {
      if (file.closed) return;
      file.end();
      await once(file, "close");
    },
  };
}
