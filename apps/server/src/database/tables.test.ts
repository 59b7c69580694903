import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { cloneDatabase } from "../../test/clone-database.ts";

test("the generated table types match the migrations (npm run db-types)", async () => {
  const { url, drop } = await cloneDatabase();
  const verify = promisify(execFile)(
    "kysely-codegen",
    ["--config-file", "scripts/db-types.config.json", "--verify"],
    { env: { ...process.env, DATABASE_URL: url }, cwd: join(import.meta.dirname, "../../../..") },
  );
  await expect(verify).resolves.toBeDefined();
  await drop();
});
