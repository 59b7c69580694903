import { topics } from "@rokad/contract/call";
import { expect, test } from "vitest";
import type { Person } from "../../kernel/person.ts";
import { EventStream } from "./event-stream.ts";

test("a slow browser costs no memory and gets a thousand changes as one event [4.22]", () => {
  const stream = new EventStream({} as Person, new Date(), { changed_ms_ago: {} });
  for (let more = 0; more < 1_000; more += 1) {
    stream.addChanges([topics[more % topics.length] ?? "wallet"]);
    stream.sendHeartbeat();
  }
  let received = "";
  const read = () => stream.read() as string | null;
  for (let text = read(); text !== null; text = read()) received += text;
  expect(received).toMatch(/^event: ready\n/);
  const changes = received.match(/event: change\n/g) ?? [];
  expect(changes.length).toBeLessThanOrEqual(2);
  const events = received.slice(received.indexOf("event: change"));
  expect(new Set(events.match(/(?<=")[a-z_]+(?=")/g))).toEqual(new Set(["changed", ...topics]));
});

test("a stream keeps changes back while its session is checked, and drops them if it ended", () => {
  const readAll = (stream: EventStream) => {
    let received = "";
    const read = () => stream.read() as string | null;
    for (let text = read(); text !== null; text = read()) received += text;
    return received;
  };
  const open = () => {
    const stream = new EventStream({} as Person, new Date(), { changed_ms_ago: {} });
    readAll(stream);
    stream.hold();
    stream.addChanges(["wallet"]);
    expect(readAll(stream)).toBe("");
    return stream;
  };
  const stillOpen = open();
  stillOpen.release();
  expect(readAll(stillOpen)).toContain('"wallet"');
  const ended = open();
  ended.end();
  ended.release();
  expect(readAll(ended)).toBe("");
});
