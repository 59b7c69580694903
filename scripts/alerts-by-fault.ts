// The alerts against what `/metrics` answers during real faults: tests of the server cause the faults and
// record the answers, and promtool says whether each alert fires.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FaultReading } from "../apps/server/test/expect-to-fire.ts";
import { ROOT, runCommand } from "./run-command.ts";

const rulesFile = join(ROOT, "ops/prometheus/rokad.rules.yml");
const folder = join(ROOT, ".cache/alerts-by-fault");
const testFile = join(folder, "faults.test.yml");
/** The tests that call `expectToFire`. */
const faultTests = "apps/server/src/operations/metrics";

const unitMinutes: Readonly<Record<string, number>> = { s: 1 / 60, m: 1, h: 60, d: 24 * 60 };

/** Runs the tests that cause faults, and gives what they recorded to promtool. */
export async function testAlertsByFault(promtool: string): Promise<boolean> {
  console.log("Alerts by real faults:");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tests = ["vitest", "run", "--project=database", faultTests];
  const { ok, output } = await runCommand(tests, { env: { ALERT_READINGS: folder } });
  if (!ok) {
    console.error(`${output}\nNo alert was tested by a fault: vitest failed in ${faultTests}.`);
    return false;
  }
  const readings = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as FaultReading,
  );
  if (readings.length === 0) {
    console.error(`No alert was tested by a fault: no test in ${faultTests} recorded an answer.`);
    return false;
  }
  const rules = readRules();
  // Every JSON document is YAML.
  const content = {
    rule_files: [rulesFile],
    evaluation_interval: "1m",
    tests: readings.map((reading) => testOf(reading, rules.get(reading.alert) ?? "")),
  };
  writeFileSync(testFile, JSON.stringify(content, null, 1));
  const { status } = spawnSync(promtool, ["test", "rules", testFile], { stdio: "inherit" });
  if (status !== 0) {
    console.error(
      "promtool failed: an alert does not fire although its fault is there. The lines above name it.",
    );
    return false;
  }
  const missing = [...rules.keys()].filter((name) => readings.every(({ alert }) => alert !== name));
  console.log(
    `  ${rules.size - missing.length} of ${rules.size} alerts fired by real faults; only by written series: ${missing.join(", ") || "none"}\n`,
  );
  return true;
}

/** The text of each rule, by the name of its alert. */
function readRules(): ReadonlyMap<string, string> {
  const [, ...rules] = readFileSync(rulesFile, "utf8").split("- alert: ");
  return new Map(rules.map((rule) => [/^\w+/.exec(rule)?.[0] ?? "", rule]));
}

/** A test of promtool: the alert fires after the reading has lasted long enough. */
function testOf({ alert, test, text, ages }: FaultReading, rule: string) {
  const minutes = minutesUntilFiring(rule);
  return {
    name: `${alert} fires in the test "${test}"`,
    interval: "1m",
    input_series: seriesOf(text, minutes, ages),
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0`,
        eval_time: `${minutes}m`,
        exp_samples: [{ labels: "{}", value: 1 }],
      },
    ],
  };
}

/** The rule's `for`, its longest range, and two evaluations. */
function minutesUntilFiring(rule: string): number {
  const minutesOf = ([, count, unit = ""]: RegExpMatchArray) =>
    Number(count) * (unitMinutes[unit] ?? Number.NaN);
  const lasts = [...rule.matchAll(/for: (\d+)([smhd])/g)].map(minutesOf);
  const ranges = [...rule.matchAll(/\[(\d+)([smhd])\]/g)].map(minutesOf);
  return Math.ceil(Math.max(0, ...lasts) + Math.max(0, ...ranges)) + 2;
}

/** A gauge keeps its value, an age grows. What a process counted so far, it counts again each minute. */
function seriesOf(text: string, minutes: number, ages: readonly string[]) {
  let perMinute = (_value: string) => "0";
  return text.split("\n").flatMap((line) => {
    const [, name = "", kind] = /^# TYPE (\S+) (\w+)$/.exec(line) ?? [];
    if (ages.includes(name)) perMinute = () => "60";
    else if (kind !== undefined) perMinute = (value) => (kind === "gauge" ? "0" : value);
    if (line === "" || line.startsWith("#")) return [];
    const end = line.lastIndexOf(" ");
    const value = line.slice(end + 1);
    const values = valuesOf(value, perMinute(value), minutes);
    return { series: fromOneInstance(line.slice(0, end)), values };
  });
}

function valuesOf(value: string, perMinute: string, minutes: number): string {
  // promtool repeats neither of the two with `x`.
  if (value === "Nan" || value.endsWith("Inf"))
    return Array<string>(minutes + 1)
      .fill(value.replace("Nan", "NaN"))
      .join(" ");
  return `${value}+${perMinute}x${minutes}`;
}

/** Adds the labels that Prometheus adds. */
function fromOneInstance(series: string): string {
  const labels = 'instance="a1",job="rokad"';
  return series.endsWith("}") ? `${series.slice(0, -1)},${labels}}` : `${series}{${labels}}`;
}
