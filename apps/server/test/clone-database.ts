import { inject } from "vitest";
import { copyTemplate, type TestDatabase } from "./test-server.ts";

/** Makes a migrated, otherwise empty database for the test file that calls it; drop it in `afterAll`. */
export function cloneDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject("testServer"));
}
