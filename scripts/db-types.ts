import { startEmbeddedPostgres } from "../apps/server/src/database/embedded/start-embedded-postgres.ts";
import { migrate } from "../apps/server/src/database/migrations/migrate.ts";
import { removeDataDirectory, temporaryDataDirectory } from "../apps/server/test/data-directory.ts";
import { runCommand } from "./run-command.ts";

// `npm run db-types`: generates the types of the tables from a new, migrated database.
const scratch = await temporaryDataDirectory("types");
const postgres = await startEmbeddedPostgres({
  dataDir: scratch,
  log: () => {},
  settings: { fsync: "off" },
});
try {
  await migrate(postgres.url);
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
