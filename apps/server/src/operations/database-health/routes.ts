import * as books from "@rokad/contract/books";
import * as calls from "@rokad/contract/database";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { compareProviders } from "./compare-providers.ts";
import { describeDatabase } from "./describe-database.ts";
import { listMigrations } from "./list-migrations.ts";
import { listQueues } from "./list-queues.ts";
import { listTables } from "./list-tables.ts";
import { readSnapshot } from "../../database/read-snapshot.ts";
import { readTrialBalance } from "./read-trial-balance.ts";

export function databaseHealthRoutes(app: FastifyInstance): void {
  serve(app, calls.describeDatabase, async () => ({ data: await readSnapshot(describeDatabase) }));
  serve(app, calls.listDatabaseTables, () => readSnapshot(listTables));
  serve(app, calls.listMigrations, async () => ({ data: await readSnapshot(listMigrations) }));
  serve(app, calls.listQueues, async () => ({ data: await readSnapshot(listQueues) }));
  serve(app, books.getTrialBalance, async () => ({ data: await readSnapshot(readTrialBalance) }));
  serve(app, books.compareProviders, async () => ({ data: await readSnapshot(compareProviders) }));
}
