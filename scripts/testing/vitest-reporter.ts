import type { Reporter, TestCase } from "vitest/node";
import { RunningTests } from "./running-tests.ts";

/** Keeps the names of the running tests. Vitest asks for a default export. */
export default class implements Reporter {
  readonly #running = new RunningTests();

  onTestCaseReady(test: TestCase): void {
    this.#running.start(test.id, `${test.module.relativeModuleId} › ${test.fullName}`);
  }

  onTestCaseResult(test: TestCase): void {
    this.#running.end(test.id);
  }
}
