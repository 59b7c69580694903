// A worker in a process of its own, which a test kills in the middle of its round.
import { useClock } from "../src/clock.ts";
import { useCredentials } from "../src/credentials/credentials.ts";
import { openDatabase } from "../src/db.ts";
import { makeLog, useLog } from "../src/log.ts";
import { workOnce } from "../src/payouts/worker.ts";
import { useProviders } from "../src/providers/rails.ts";
import { openTestKeys } from "./encryption-key.ts";
import { adapterTo, farCredentials, otherThan, type FarName } from "./far-rails.ts";
import { testLogDestination } from "./test-log.ts";

export interface OneRound {
  readonly url: string;
  /** The one behind the primary rail. */
  readonly name: FarName;
  readonly baseUrls: Readonly<Record<"primary" | "alternative", string>>;
  readonly timeoutMs: number;
  readonly aheadMs: number;
}

process.on("message", (round: OneRound) => void work(round));
process.send?.("ready");

async function work({ url, name, baseUrls, timeoutMs, aheadMs }: OneRound): Promise<void> {
  useLog(makeLog("trace", testLogDestination()));
  useClock(() => new Date(Date.now() + aheadMs));
  openDatabase(url, { connections: 6 });
  await openTestKeys();
  useCredentials(farCredentials);
  useProviders({
    primary: adapterTo(name, baseUrls.primary, timeoutMs),
    alternative: adapterTo(otherThan(name), baseUrls.alternative, timeoutMs),
  });
  await workOnce({ claimSeconds: 30 });
  // Whoever started it ends it, also when it was quicker than they.
  setInterval(() => undefined, 60_000);
}
