import type { Input } from "@rokad/contract/call";
import {
  approveStatementLine,
  approveStatementMatches,
  importStatement,
  listStatementLines,
} from "@rokad/contract/statement-import";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { statementColumns } from "../../apps/server/test/statement-world.ts";
import type { ApiResult, CallOptions } from "../api-client.ts";
import { count } from "../client-records.ts";
import type { Person } from "../person.ts";
import type { SimulationEvent } from "../simulation-event.ts";
import type { SimulatedTenant, World } from "../world.ts";
import { requestDeposit } from "./deposit.ts";

/** The file usually arrives within this time, and the response usually does not. */
const cutAfterMs = 15;
/** A super admin approves this many lines without a check. */
const uncheckedLinesMax = 4;

/** Transfers to the receiving account and requests the credit: correctly, wrongly or not at all. */
export async function transferToReceivingAccount(
  world: World,
  event: Extract<SimulationEvent, { kind: "transfer to receiving account" }>,
): Promise<void> {
  const { paise, request } = event;
  const utr = world.newUtr();
  world.banks.receiving.receive(world.receivingAccountOf(utr), utr, paise);
  count(world.clients, `transfers to the receiving account: ${request}`);
  if (request === "no request") return;
  await requestDeposit(world, {
    tenant: world.tenants[event.tenant] as SimulatedTenant,
    utr: request === "wrong UTR" ? world.newUtr() : utr,
    paise: request === "one paisa too much" ? paise + 1 : paise,
  });
}

/** A super admin imports the last statement of each account, which shows all that was taken back. */
export async function importLastStatement(world: World): Promise<void> {
  for (const transfers of [40, 41])
    await importStatements(world, { kind: "statement import", transfers, variant: "once" });
}

/** Super admins import the bank's statement; two of them approve its matches at the same time. */
export async function importStatements(
  world: World,
  { transfers, variant }: Extract<SimulationEvent, { kind: "statement import" }>,
): Promise<void> {
  const [meera, ravi] = world.admins as [Person, Person, Person];
  const account = world.receivingAccounts[transfers % 2] as string;
  const statement = world.banks.receiving.statement(account, transfers);
  if (!statement) return;
  const file = { account, csv: statement.file };
  count(world.clients, `statement imports: ${variant}`);
  const key = randomUUID();
  const send = (admin: Person, options: CallOptions) => importOne(world, admin, file, options);
  const ids = new Set<string | undefined>();
  if (variant === "response lost") ids.add(await send(meera, { key, cutAfterMs }));
  if (variant === "two people") {
    const [first, second] = await Promise.all([
      send(meera, { key }),
      send(ravi, { key: randomUUID() }),
    ]);
    ids.add(first).add(second);
  }
  if (variant === "double click") {
    const both = await Promise.all([send(meera, { key }), send(meera, { key })]);
    for (const id of both) ids.add(id);
    const acknowledged = new Set(both.filter((id) => id !== undefined));
    if (acknowledged.size > 1) world.clients.anomalies.push("One import got two ids");
  }
  if (variant === "server killed") {
    const kill = pause(cutAfterMs).then(() => world.servers.kill(world.plan.seed % 2));
    ids.add(await send(meera, { key }));
    await approveMatches(world, ravi, [...ids][0]);
    await kill;
  }
  if (variant === "once" || variant === "again later") ids.add(await send(meera, { key }));
  if ([...ids].some((id) => id !== undefined))
    for (const transfer of statement.takenBack) transfer.isImported = true;
  for (const id of ids) {
    await Promise.all([approveMatches(world, meera, id), approveMatches(world, ravi, id)]);
    await approveUnchecked(world, ravi, id);
  }
  if (variant === "again later") {
    const second = await send(ravi, { key: randomUUID() });
    ids.add(second);
    await Promise.all([approveMatches(world, ravi, second), approveMatches(world, meera, second)]);
  }
  for (const id of ids) await recordCredited(world, meera, id);
}

async function importOne(
  { clients }: World,
  admin: Person,
  file: { readonly account: string; readonly csv: Buffer },
  options: CallOptions,
) {
  const body = {
    file_name: "statement.csv",
    content: file.csv.toString("base64"),
    columns: statementColumns,
    receiving_account_id: file.account,
  };
  const result = await admin.call(importStatement, { body }, options);
  if (result.ok) {
    const { id } = result.body.data;
    const at = Date.now();
    clients.expectedStates.push({ table: "statement_imports", id, states: ["stored"], at });
    return id;
  }
  count(clients, `statement imports rejected: ${result.code}`);
  return undefined;
}

async function approveMatches(
  { clients }: World,
  admin: Person,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return;
  let after: number | null = 0;
  while (after !== null) {
    const input: Input<typeof approveStatementMatches> = {
      params: { id },
      body: { after_line: after },
    };
    const result: ApiResult<typeof approveStatementMatches> = await admin.call(
      approveStatementMatches,
      input,
    );
    if (!result.ok) return count(clients, `statement approvals rejected: ${result.code}`);
    const { credited, first_approvals: first, refused, next_line } = result.body.data;
    count(clients, "statement lines credited", credited.count);
    count(clients, "statement lines: first of two approvals", first.count);
    count(clients, "statement lines already decided", refused.length);
    after = next_line;
  }
}

async function approveUnchecked(
  world: World,
  admin: Person,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return;
  const query = { group: "decide" as const };
  const listed = await admin.call(listStatementLines, { params: { id }, query });
  for (const line of listed.ok ? listed.body.data.slice(0, uncheckedLinesMax) : []) {
    const params = { id: line.id };
    const body = line.can_credit_received ? { amount_reason: "As on the statement" } : {};
    const result = await admin.call(approveStatementLine, { params, body });
    const outcome = result.ok ? "approved" : result.code;
    const what = line.can_credit_received ? "another amount" : "without a check";
    count(world.clients, `statement lines approved, ${what}: ${outcome}`);
  }
}

/** Records each line that the server shows as credited: its deposit must be completed. */
async function recordCredited({ clients }: World, admin: Person, id: string | undefined) {
  if (id === undefined) return;
  const query = { group: "settled" as const };
  const listed = await admin.call(listStatementLines, { params: { id }, query });
  if (!listed.ok) return;
  for (const { deposit } of listed.body.data) {
    if (!deposit) continue;
    const at = Date.now();
    clients.expectedStates.push({ table: "deposits", id: deposit.id, states: ["completed"], at });
  }
}
