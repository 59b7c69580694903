import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { testReports } from "./test-results.ts";

const path = join(testReports, "running.json");

/** The names of the tests that run now, kept in a file: a run that is ended reports them. */
export class RunningTests {
  readonly #names = new Map<string, string>();

  start(id: string, name: string): void {
    this.#names.set(id, name);
    this.#write();
  }

  end(id: string): void {
    this.#names.delete(id);
    this.#write();
  }

  #write(): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify([...this.#names.values()]));
  }
}

/** @returns the names of the last test runner that reported; none before the first. */
export function readRunningTests(): readonly string[] {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as string[];
  } catch {
    return [];
  }
}
