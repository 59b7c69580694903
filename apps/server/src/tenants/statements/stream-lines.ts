import { replicaOrPrimary } from "../../database/replica.ts";
import type { Tenant } from "../../kernel/person.ts";
import { streamStatementLines, type EntryRange } from "../../ledger/statement.ts";
import type { Line } from "./line.ts";
import { describeEntries } from "./statement-line.ts";

const linesAtOnce = 500;

/** Every line of a range, oldest first, in lists. */
export async function* streamLines(tenant: Tenant, range: EntryRange): AsyncGenerator<Line[]> {
  for await (const entries of streamStatementLines(await replicaOrPrimary(), range, linesAtOnce))
    yield await describeEntries(await replicaOrPrimary(), tenant, entries);
}
