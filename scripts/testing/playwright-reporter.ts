import type { Reporter, TestCase } from "@playwright/test/reporter";
import { RunningTests } from "./running-tests.ts";

/** Keeps the names of the running tests. Playwright asks for a default export. */
export default class implements Reporter {
  readonly #running = new RunningTests();

  onTestBegin(test: TestCase): void {
    this.#running.start(test.id, test.titlePath().filter(Boolean).join(" › "));
  }

  onTestEnd(test: TestCase): void {
    this.#running.end(test.id);
  }
}
