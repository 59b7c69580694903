// A worker in its own process, which a test kills during its round.
import { useClock } from "../src/kernel/clock.ts";
import { useCredentials } from "../src/kernel/credentials.ts";
import { openDatabase } from "../src/database/db.ts";
import { createLog, useLog } from "../src/kernel/log.ts";
import { runDueWork } from "../src/background-work.ts";
import { useProviders } from "../src/providers/configured-providers.ts";
import { openTestKeys } from "./encryption-key.ts";
import {
  adapterAt,
  standInCredentials,
  otherThan,
  type StandInName,
} from "./provider-stand-ins.ts";
import { testLogDestination } from "./test-log.ts";

export interface OneRound {
  readonly url: string;
  /** The primary provider. */
  readonly name: StandInName;
  readonly baseUrls: Readonly<Record<"primary" | "alternative", string>>;
  readonly timeoutMs: number;
  readonly aheadMs: number;
}

process.on("message", (round: OneRound) => void work(round));
process.send?.("ready");

async function work({ url, name, baseUrls, timeoutMs, aheadMs }: OneRound): Promise<void> {
  useLog(createLog("trace", testLogDestination()));
  useClock(() => new Date(Date.now() + aheadMs));
  openDatabase(url, { connections: 6 });
  await openTestKeys();
  useCredentials(standInCredentials);
  useProviders({
    primary: adapterAt(name, baseUrls.primary, timeoutMs),
    alternative: adapterAt(otherThan(name), baseUrls.alternative, timeoutMs),
  });
  await runDueWork({ leaseSeconds: 30 });
  process.send?.("over");
  // Keeps the process alive until the test kills it.
  setInterval(() => undefined, 60_000);
}
