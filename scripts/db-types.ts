import { startEmbeddedPostgres } from "../apps/server/src/postgres/embedded.ts";
import { migrate } from "../apps/server/src/postgres/migrate.ts";
import { stepsWith } from "../apps/server/src/sealing/seal-plain-values.ts";
import { removeDataDirectory, temporaryDataDirectory } from "../apps/server/test/data-directory.ts";
import { runCommand } from "./run-command.ts";

/** `npm run db-types`: writes the tables' types anew from a freshly migrated database. */
const scratch = await temporaryDataDirectory("types");
const postgres = await startEmbeddedPostgres({
  dataDir: scratch,
  log: () => {},
  settings: { fsync: "off" },
});
try {
  await migrate(postgres.url, { steps: stepsWith([]) });
  const { ok, output } = await runCommand(
    ["kysely-codegen", "--config-file", "scripts/db-types.config.json"],
    { env: { DATABASE_URL: postgres.url } },
  );
  console.log(output.trim());
  if (!ok) process.exitCode = 1;
} finally {
  await postgres.stop();
  await removeDataDirectory(scratch);
}
