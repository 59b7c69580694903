import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Event, verifyWebhook } from "@rokad/sdk";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runCommand } from "./run-command.ts";

const forwardTo = "http://localhost:4000/webhooks";
let home: string;
let events: Event[];
/** What the local program does with each request: its status, or no answer. */
let answers: (number | "down")[];
let received: { body: string; headers: Record<string, string> }[];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "rokad-listen-"));
  [events, answers, received] = [[], [], []];
  vi.stubGlobal("fetch", async (target: Request | string, init?: RequestInit) => {
    if (target instanceof Request) return answerOfRokad(new URL(target.url));
    received.push({ body: init?.body as string, headers: init?.headers as Record<string, string> });
    const answer = answers.shift() ?? 204;
    if (answer === "down") throw new TypeError("fetch failed");
    return new Response(null, { status: answer });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await rm(home, { recursive: true, force: true });
});

function answerOfRokad({ pathname, searchParams }: URL): Response {
  const business = { id: "b-1", name: "Sharma Traders" };
  if (pathname.endsWith("/self")) return Response.json({ success: true, data: { business } });
  const isNewestFirst = searchParams.has("before");
  const after = Number(searchParams.get("after"));
  const data = isNewestFirst ? events.slice(-1) : events.filter(({ version }) => version > after);
  const next = data.at(-1)?.version ?? after;
  return Response.json({ success: true, data, next, has_more: false });
}

function happen(version: number): void {
  events.push({
    id: `e-${version}`,
    type: "payout.success",
    created_at: "2026-11-20T06:30:04.120Z",
    subject_id: "p-1",
    client_reference: null,
    status: "success",
    version,
  });
}

/** Runs `listen` until it has forwarded what there is. */
async function listen(...options: string[]) {
  const noted: string[] = [];
  const printed: string[] = [];
  const code = await runCommand(["listen", "--forward-to", forwardTo, "--once", ...options], {
    env: {
      XDG_CONFIG_HOME: home,
      ROKAD_URL: "https://pay.example.in",
      ROKAD_API_KEY: "rk_test_0123456789",
    },
    print: (line) => void printed.push(line),
    note: (line) => void noted.push(line),
    readSecret: async () => "",
    signal: new AbortController().signal,
  });
  const secret = /whsec_\S+/.exec(noted.join("\n"))?.[0] ?? "";
  return { code, printed, noted, secret };
}

const versions = () => received.map(({ body }) => (JSON.parse(body) as Event).version);

test("starts with what happens next, and goes on after the last answered event", async () => {
  happen(1);
  expect(await listen()).toMatchObject({ code: 0, printed: [] });
  // It slept through these.
  for (const version of [2, 3]) happen(version);
  await listen();
  happen(4);
  await listen();
  expect(versions()).toEqual([2, 3, 4]);
  await listen("--after", "2");
  expect(versions()).toEqual([2, 3, 4, 3, 4]);
});

test("repeats an event until the program answers, whatever the answer is", async () => {
  await listen();
  for (const version of [1, 2]) happen(version);
  answers = ["down", 500, 204];
  const { printed } = await listen();
  expect(versions()).toEqual([1, 1, 2]);
  expect(printed.map((line) => line.slice(-12))).toEqual(["answered 500", "answered 204"]);
  await listen();
  expect(received).toHaveLength(3);
});

test("signs with a secret that stays the same for the address", async () => {
  const { secret } = await listen();
  happen(1);
  expect((await listen()).secret).toBe(secret);
  const [{ body, headers } = { body: "", headers: {} }] = received;
  expect(await verifyWebhook({ body, headers, secret })).toEqual(events[0]);
});
