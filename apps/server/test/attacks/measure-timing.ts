// `npm run sign-in-timing`: tries to tell from the time of an answer of send-otp which numbers have an
// account. 10 rounds of 200 probes over HTTP, half of them to accounts, behind a gateway whose time
// varies. A round's best threshold is found with half of its probes and judged with the other half,
// because the best threshold in hindsight finds 56% in 200 probes of pure noise. Ends with 1 above 55%.
//   --rounds N     number of rounds (10)
import { parseArgs } from "node:util";
import { setTimeout } from "node:timers/promises";
import { createApp } from "../../src/app.ts";
import { composePlatform } from "../../src/compose-platform.ts";
import { closeDatabase, database, openDatabase } from "../../src/database/db.ts";
import { createSuperAdmin } from "../../src/identity/people/create-super-admin.ts";
import { afterAnswers } from "../../src/identity/sign-in/run-after-answer.ts";
import { useSmsGateways } from "../../src/identity/sms/sms-gateway.ts";
import { useClock } from "../../src/kernel/clock.ts";
import { readConfig } from "../../src/kernel/config.ts";
import { testEncryptionKey } from "../encryption-key.ts";
import { copyTemplate, startTestServer } from "../test-server.ts";

interface Probe {
  readonly isAccount: boolean;
  readonly ms: number;
}

const probesPerRound = 200;
const accuracyMax = 0.55;
const gatewayMs = { least: 5, spread: 40 };

const { values } = parseArgs({ options: { rounds: { type: "string", default: "10" } } });
const rounds = Number(values.rounds);

const postgres = await startTestServer();
try {
  const { url, drop } = await copyTemplate(postgres);
  openDatabase(url, { connections: 10 });
  const accuracies: number[] = [];
  const all: Probe[] = [];
  const { probeRound, close } = await openAttack();
  for (let round = 1; round <= rounds; round += 1) {
    const probes = await probeRound();
    all.push(...probes);
    const [training, judged] = [
      probes.filter((_, at) => at % 2),
      probes.filter((_, at) => !(at % 2)),
    ];
    accuracies.push(accuracyOf(bestRule(training), judged));
    print(`round ${round}: ${percent(accuracies.at(-1) ?? 0)}`);
  }
  const mean = accuracies.reduce((sum, one) => sum + one, 0) / accuracies.length;
  const hindsight = accuracyOf(bestRule(all), all);
  print(`mean of ${rounds} rounds of ${probesPerRound} probes: ${percent(mean)}`);
  print(`all ${all.length} probes, best threshold in hindsight: ${percent(hindsight)}`);
  const isSafe = mean <= accuracyMax && hindsight <= accuracyMax;
  print(isSafe ? "✓ The time tells nothing" : "✗ The time tells accounts apart");
  process.exitCode = isSafe ? 0 : 1;
  await close();
  await closeDatabase();
  await drop();
} finally {
  await postgres.stop();
}

/** Opens the server with the accounts. */
async function openAttack(): Promise<{
  readonly probeRound: () => Promise<Probe[]>;
  readonly close: () => Promise<void>;
}> {
  let aheadMs = 0;
  useClock(() => new Date(Date.now() + aheadMs));
  const config = readConfig({
    NODE_ENV: "test",
    APP_SECRET: "a secret that only tests ever know of",
    ENCRYPTION_KEY: testEncryptionKey,
    LOG_LEVEL: "error",
  });
  await composePlatform(config, () => undefined);
  const value = String(probesPerRound * 10);
  const limit = { key: "code_calls_per_address_per_hour", value, updated_at: new Date() };
  await database().insertInto("settings").values(limit).execute();
  useSmsGateways({
    name: "msg91",
    missingSettings: async () => [],
    send: () => setTimeout(gatewayMs.least + Math.random() * gatewayMs.spread),
  });
  const app = await createApp(config);
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const numbers: { mobile: string; isAccount: boolean }[] = [];
  for (let at = 0; at < probesPerRound; at += 1) {
    const mobile = String(9_100_000_000 + at);
    const isAccount = at % 2 === 0;
    if (isAccount) await createSuperAdmin({ mobile, name: "Kabir Rao" });
    numbers.push({ mobile, isAccount });
  }
  const probe = async (mobile: string) => {
    const began = performance.now();
    const answer = await fetch(`${origin}/api/v1/auth/send-otp`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ mobile }),
    });
    await answer.text();
    const ms = performance.now() - began;
    if (answer.status !== 200) throw new Error(`A probe got ${answer.status}`);
    // A quiet server between the probes is the attacker's best case.
    await afterAnswers();
    return ms;
  };
  for (const { mobile } of numbers.slice(0, 40)) await probe(mobile);

  const probeRound = async () => {
    // Past the limits of an hour.
    aheadMs += 61 * 60_000;
    const probes: Probe[] = [];
    for (const { mobile, isAccount } of shuffled(numbers))
      probes.push({ isAccount, ms: await probe(mobile) });
    return probes;
  };
  return { probeRound, close: () => app.close() };
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

interface Rule {
  readonly thresholdMs: number;
  /** Whether a longer time means an account. */
  readonly isAccountAbove: boolean;
}

/** The rule that is right most often on these probes. */
function bestRule(probes: readonly Probe[]): Rule {
  const rules = probes.flatMap(({ ms }) =>
    [true, false].map((isAccountAbove) => ({ thresholdMs: ms, isAccountAbove })),
  );
  const judged = rules.map((rule) => ({ rule, accuracy: accuracyOf(rule, probes) }));
  const [best] = judged.toSorted((one, other) => other.accuracy - one.accuracy);
  if (!best) throw new Error("No probes");
  return best.rule;
}

function accuracyOf({ thresholdMs, isAccountAbove }: Rule, probes: readonly Probe[]): number {
  const right = probes.filter(
    ({ ms, isAccount }) => ms > thresholdMs === (isAccount === isAccountAbove),
  );
  return right.length / probes.length;
}

function percent(part: number): string {
  return `${Math.round(part * 1_000) / 10}%`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
