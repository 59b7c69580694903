import { topics } from "@rokad/contract/call";
import { expect, test } from "vitest";
import type { Person } from "../sign-in/person.ts";
import { EventStream } from "./event-stream.ts";

test("a browser that takes nothing costs no memory: a thousand changes are one when it does", () => {
  const stream = new EventStream({} as Person, new Date(), { changed_ms_ago: {} });
  for (let more = 0; more < 1_000; more += 1) {
    stream.tell([topics[more % topics.length] ?? "wallet"]);
    stream.beat();
  }
  let said = "";
  const read = () => stream.read() as string | null;
  for (let text = read(); text !== null; text = read()) said += text;
  expect(said).toMatch(/^event: ready\n/);
  const changes = said.match(/event: change\n/g) ?? [];
  expect(changes.length).toBeLessThanOrEqual(2);
  const told = said.slice(said.indexOf("event: change"));
  expect(new Set(told.match(/(?<=")[a-z_]+(?=")/g))).toEqual(new Set(["changed", ...topics]));
});
