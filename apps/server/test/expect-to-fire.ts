import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

const rules = join(import.meta.dirname, "../../../ops/prometheus/rokad.rules.yml");

/** What `/metrics` answered during a fault. */
interface Answer {
  readonly text: string;
  /** The metrics that grow by a second each second until the fault ends. The others keep their values. */
  readonly ages?: readonly string[];
}

/** An answer, and the alert that it should fire. */
export interface FaultReading extends Required<Answer> {
  readonly alert: string;
  /** The title of the test that caused the fault. */
  readonly test: string;
}

let recorded = 0;

/**
 * Names the alerts that this answer of `/metrics` should fire. Here they only have to exist. With
 * `ALERT_READINGS=folder` the answer is recorded, and `npm run test:alerts` gives it to promtool.
 */
export function expectToFire({ text, ages = [] }: Answer, ...alerts: string[]): void {
  const existing = readFileSync(rules, "utf8").matchAll(/- alert: (\w+)/g);
  expect([...existing].map(([, name]) => name)).toEqual(expect.arrayContaining(alerts));
  const folder = process.env["ALERT_READINGS"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  for (const alert of alerts) {
    const test = expect.getState().currentTestName ?? "";
    const reading: FaultReading = { alert, test, text, ages };
    recorded += 1;
    // Two faults can fire the same alert, and two workers record at the same time.
    const name = `${alert}-${process.pid}-${recorded}.json`;
    writeFileSync(join(folder, name), JSON.stringify(reading));
  }
}
