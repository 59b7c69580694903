import type { Input } from "@rokad/contract/call";
import {
  approveStatementLine,
  approveStatementMatches,
  importStatement,
  listStatementLines,
} from "@rokad/contract/statement-import";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { statementColumns } from "../apps/server/test/statement-world.ts";
import type { Heard, Way } from "./caller.ts";
import { count } from "./journal.ts";
import type { Person } from "./person.ts";
import type { Deed } from "./plan.ts";
import { askForDeposit } from "./review.ts";
import type { TenantInPlay, World } from "./world.ts";

/** Long enough for the file to arrive, and hardly ever for the answer. */
const cutAfterMs = 15;
/** Somebody approves without looking what the import leaves to people, a few at a time. */
const unlookedMax = 4;

/** A tenant transfers to the business's account, and asks for it rightly, wrongly or not at all. */
export async function transferToUs(
  world: World,
  { tenant: number, paise, asked }: Extract<Deed, { kind: "transfer to us" }>,
): Promise<void> {
  const utr = world.newUtr();
  world.banks.receiving.take(utr, paise);
  count(world.journal, `transfers to us, asked for ${asked}`);
  if (asked === "never") return;
  await askForDeposit(world, {
    tenant: world.tenants[number] as TenantInPlay,
    utr: asked === "under another UTR" ? world.newUtr() : utr,
    paise: asked === "with a paisa more" ? paise + 1 : paise,
  });
}

/** Super admins import the bank's statement and approve what it says, two of them at once. */
export async function importStatements(
  world: World,
  { transfers, manner }: Extract<Deed, { kind: "statement" }>,
): Promise<void> {
  const [meera, ravi] = world.admins as [Person, Person, Person];
  const file = world.banks.receiving.statement(transfers);
  if (!file) return;
  count(world.journal, `statements: ${manner}`);
  const key = randomUUID();
  const send = (who: Person, way: Way) => importOne(world, who, file, way);
  const ids = new Set<string | undefined>();
  if (manner === "answer lost") ids.add(await send(meera, { key, cutAfterMs }));
  if (manner === "by two people") {
    const [one, two] = await Promise.all([send(meera, { key }), send(ravi, { key: randomUUID() })]);
    ids.add(one).add(two);
  }
  if (manner === "double click") {
    const both = await Promise.all([send(meera, { key }), send(meera, { key })]);
    for (const id of both) ids.add(id);
    const answered = new Set(both.filter((id) => id !== undefined));
    if (answered.size > 1) world.journal.surprises.push("One import had two answers");
  }
  if (manner === "server killed") {
    const killing = pause(cutAfterMs).then(() => world.servers.kill(world.plan.seed % 2));
    ids.add(await send(meera, { key }));
    await approveAll(world, ravi, [...ids][0]);
    await killing;
  }
  if (manner === "once" || manner === "again later") ids.add(await send(meera, { key }));
  for (const id of ids) {
    await Promise.all([approveAll(world, meera, id), approveAll(world, ravi, id)]);
    await approveUnlooked(world, ravi, id);
  }
  if (manner === "again later") {
    const again = await send(ravi, { key: randomUUID() });
    ids.add(again);
    await Promise.all([approveAll(world, ravi, again), approveAll(world, meera, again)]);
  }
  for (const id of ids) await noteCredited(world, meera, id);
}

async function importOne({ journal }: World, who: Person, file: Buffer, way: Way) {
  const body = {
    file_name: "statement.csv",
    content: file.toString("base64"),
    columns: statementColumns,
  };
  const heard = await who.call(importStatement, { body }, way);
  if (heard.ok) {
    const { id } = heard.body.data;
    journal.facts.push({ table: "statement_imports", id, states: ["kept"], at: Date.now() });
    return id;
  }
  count(journal, `statements refused: ${heard.code}`);
  return undefined;
}

async function approveAll({ journal }: World, who: Person, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  let after: number | null = 0;
  while (after !== null) {
    const input: Input<typeof approveStatementMatches> = {
      params: { id },
      body: { after_line: after },
    };
    const heard: Heard<typeof approveStatementMatches> = await who.call(
      approveStatementMatches,
      input,
    );
    if (!heard.ok) return count(journal, `statement approvals refused: ${heard.code}`);
    const { credited, first_approvals: first, refused, next_line } = heard.body.data;
    count(journal, "statement lines credited", credited.count);
    count(journal, "statement lines: first of two", first.count);
    count(journal, "statement lines that came too late", refused.length);
    after = next_line;
  }
}

async function approveUnlooked(world: World, who: Person, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const query = { group: "decide" as const };
  const listed = await who.call(listStatementLines, { params: { id }, query });
  for (const line of listed.ok ? listed.body.data.slice(0, unlookedMax) : []) {
    const params = { id: line.id };
    const heard = await who.call(approveStatementLine, { params, body: {} });
    count(world.journal, `statement lines unlooked at: ${heard.ok ? "approved" : heard.code}`);
  }
}

/** Whoever was shown that a line's money is credited may rely on it. */
async function noteCredited({ journal }: World, who: Person, id: string | undefined) {
  if (id === undefined) return;
  const query = { group: "settled" as const };
  const listed = await who.call(listStatementLines, { params: { id }, query });
  if (!listed.ok) return;
  for (const { deposit } of listed.body.data) {
    if (!deposit) continue;
    journal.facts.push({
      table: "deposits",
      id: deposit.id,
      states: ["completed"],
      at: Date.now(),
    });
  }
}
