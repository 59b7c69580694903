import * as books from "@rokad/contract/books";
import * as calls from "@rokad/contract/database";
import type { FastifyInstance } from "fastify";
import { serve } from "../serve.ts";
import { compareProviders } from "./compare-providers.ts";
import { describeDatabase } from "./describe-database.ts";
import { listMigrations } from "./list-migrations.ts";
import { listQueues } from "./list-queues.ts";
import { listTables } from "./list-tables.ts";
import { look } from "./look.ts";
import { weighBooks } from "./weigh-books.ts";

export function databaseHealthRoutes(app: FastifyInstance): void {
  serve(app, calls.describeDatabase, async () => ({ data: await look(describeDatabase) }));
  serve(app, calls.listDatabaseTables, () => look(listTables));
  serve(app, calls.listMigrations, async () => ({ data: await look(listMigrations) }));
  serve(app, calls.listQueues, async () => ({ data: await look(listQueues) }));
  serve(app, books.getTrialBalance, async () => ({ data: await look(weighBooks) }));
  serve(app, books.compareProviders, async () => ({ data: await look(compareProviders) }));
}
