import type { TestProject } from "vitest/node";
import { startTestServer, type TestServer } from "./test-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

let stop: (() => Promise<void>) | undefined;

/** Runs once before the database tests, in the process that starts the workers. */
export async function setup(project: TestProject): Promise<void> {
  const server = await startTestServer();
  ({ stop } = server);
  project.provide("testServer", { adminUrl: server.adminUrl, template: server.template });
}

/** Runs once after the last database test. */
export async function teardown(): Promise<void> {
  await stop?.();
}
