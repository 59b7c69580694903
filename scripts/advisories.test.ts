// The guarantee: a known advisory for what we ship fails the check, and no failed renewal hides one.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSnapshot, type Snapshot } from "./advisory-snapshot.ts";
import { compareAdvisories } from "./compare-advisories.ts";
import { renewSnapshot } from "./renew-snapshot.ts";

const shipped = [
  { name: "b", version: "2.0.0-beta.1" },
  { name: "@a/b", version: "1.0.0" },
  { name: "b", version: "1.4.0" },
  { name: "b", version: "1.4.0" },
];
const advisory = {
  url: "https://example.com/advisories/1",
  title: "Reads files of others",
  severity: "high",
  vulnerable_versions: ">=1.2.0 <1.5.0 || >=1.9.0 <2.0.0",
};
const asked = ["@a/b@1.0.0", "b@1.4.0", "b@2.0.0-beta.1"];
const clean: Snapshot = { date: "2026-11-01", asked, answered: {} };
const affected: Snapshot = { ...clean, answered: { b: [advisory] } };

let folder: string;
let path: string;
let registry: Server | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "advisories-"));
  path = join(folder, "advisories.json");
});
afterEach(() => {
  registry?.closeAllConnections();
  registry?.close();
  registry = undefined;
  rmSync(folder, { recursive: true });
});

/** A registry at an address with a path, as company registries have. */
async function startRegistry(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  registry = server;
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm`;
}

const answerWith =
  (text: string, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(text);

const renew = (address: string, millisecondsMax?: number) =>
  renewSnapshot({ registry: address, shipped, path, today: "2026-11-23", millisecondsMax });

test.each(["/npm", "/npm/"])(
  "a renewal asks the registry at %s for every shipped version, and writes the sorted answer",
  async (base) => {
    const calls: unknown[] = [];
    const address = await startRegistry((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as unknown;
        calls.push([request.method, request.url, request.headers["content-type"], body]);
        const other = { ...advisory, url: "https://example.com/advisories/0" };
        response.end(
          JSON.stringify({
            never: [advisory],
            b: [{ ...advisory, id: 1, cwe: ["CWE-22"], cvss: { score: 7 } }, other],
            "@a/b": [],
          }),
        );
      });
    });
    expect(await renew(new URL(base, address).href)).toEqual({
      isRenewed: true,
      message: "The registry knows 2 advisories for the 3 package versions that we ship.",
    });
    expect(calls).toEqual([
      [
        "POST",
        "/npm/-/npm/v1/security/advisories/bulk",
        "application/json",
        { "@a/b": ["1.0.0"], b: ["1.4.0", "2.0.0-beta.1"] },
      ],
    ]);
    expect(readSnapshot(path)).toEqual({
      date: "2026-11-23",
      asked,
      answered: { b: [{ ...advisory, url: "https://example.com/advisories/0" }, advisory] },
    });
  },
);

const failures: [what: string, answer: RequestListener, reason: string][] = [
  ["405", answerWith("{}", 405), "The registry answered 405 (Method Not Allowed)."],
  ["503", answerWith("{}", 503), "The registry answered 503 (Service Unavailable)."],
  ["broken JSON", answerWith('{"b": ['), "The registry's answer is not JSON."],
  ["a page", answerWith("<html></html>"), "The registry's answer is not JSON."],
  [
    "another form",
    answerWith('{"error": "none"}'),
    "The registry's answer does not have the documented form (at error).",
  ],
  [
    "an advisory without a title",
    answerWith(JSON.stringify({ b: [{ ...advisory, title: undefined }] })),
    "The registry's answer does not have the documented form (at b.0.title).",
  ],
  [
    "a range that can't be read",
    answerWith(JSON.stringify({ b: [{ ...advisory, vulnerable_versions: "below 2" }] })),
    "The registry's answer does not have the documented form (at b.0.vulnerable_versions).",
  ],
  ["no answer", () => undefined, "The registry did not answer within 0.1 seconds."],
  [
    "half an answer",
    (_, response) => void response.write('{"b":'),
    "The registry did not answer within 0.1 seconds.",
  ],
  [
    "a reset",
    (request) => void request.socket.destroy(),
    "The registry can't be reached (UND_ERR_SOCKET).",
  ],
];
const isSlow = (what: string) => what === "no answer" || what === "half an answer";

test.each(failures)(
  "%s leaves the snapshot untouched and says why",
  async (what, answer, reason) => {
    const old = JSON.stringify(affected);
    writeFileSync(path, old);
    const address = await startRegistry(answer);
    const result = await renew(address, isSlow(what) ? 100 : undefined);
    expect(result).toEqual({ isRenewed: false, message: reason });
    expect(readFileSync(path, "utf8")).toBe(old);
  },
);

test("a registry that no server runs leaves the snapshot untouched and says why", async () => {
  writeFileSync(path, "old");
  const address = await startRegistry(answerWith("{}"));
  await new Promise((resolve) => registry?.close(resolve));
  expect((await renew(address)).message).toBe("The registry can't be reached (ECONNREFUSED).");
  expect(readFileSync(path, "utf8")).toBe("old");
});

test("the first renewal that fails writes that no answer is known, and why", async () => {
  const address = await startRegistry(answerWith("{}", 405));
  expect((await renew(address)).isRenewed).toBe(false);
  expect(readSnapshot(path)).toEqual({
    date: "2026-11-23",
    asked: [],
    answered: null,
    reason: "The registry answered 405 (Method Not Allowed).",
  });
  expect(existsSync(path)).toBe(true);
});

const acceptance = { name: "b", url: advisory.url, reason: "no files are read" };
const compare = (snapshot: Snapshot, options = {}) =>
  compareAdvisories({ shipped, snapshot, today: "2026-11-23", ...options });

test("no known advisory passes without a word", () => {
  expect(compare(clean)).toEqual({ problems: [], notes: [] });
});

test("a known advisory fails with its title for each shipped version in its range", () => {
  expect(compare(affected).problems).toEqual([
    `b@1.4.0: Reads files of others (high, ${advisory.url})`,
    `b@2.0.0-beta.1: Reads files of others (high, ${advisory.url})`,
  ]);
});

test.each(["<1.4.0", ">1.4.0 <2.0.0-beta.1", ">=2.0.0", "<0.0.0-0"])(
  "an advisory for %s concerns no shipped version",
  (range) => {
    const answered = { b: [{ ...advisory, vulnerable_versions: range }] };
    expect(compare({ ...clean, answered }).problems).toEqual([]);
  },
);

test.each([
  ["2026-11-24", 0],
  ["2026-11-23", 0],
  ["2026-11-22", 2],
  ["soon", 2],
])("an advisory accepted until %s gives %i problems", (until, count) => {
  const acceptedAdvisories = [{ ...acceptance, until }];
  expect(compare(affected, { acceptedAdvisories }).problems).toHaveLength(count);
});

test("an acceptance counts for one package and one advisory only", () => {
  const until = "2026-12-01";
  const acceptedAdvisories = [
    { ...acceptance, name: "@a/b", until },
    { ...acceptance, url: "https://example.com/advisories/2", until },
  ];
  expect(compare(affected, { acceptedAdvisories }).problems).toHaveLength(2);
});

test("a shipped version that the registry was not asked about fails, unless it is marked", () => {
  const snapshot = { ...clean, asked: asked.slice(1) };
  expect(compare(snapshot).problems).toEqual([
    "@a/b@1.0.0: the registry was not asked. Run `npm run advisories`.",
  ]);
  const unasked = { name: "@a/b", version: "1.0.0", reason: "private", until: "2026-12-01" };
  expect(compare(snapshot, { unaskedPackages: [unasked] }).problems).toEqual([]);
  const others = [
    { ...unasked, version: "1.0.1" },
    { ...unasked, until: "2026-11-22" },
  ];
  expect(compare(snapshot, { unaskedPackages: others }).problems).toHaveLength(1);
});

test("a snapshot older than 30 days is a note, not a problem", () => {
  expect(compare({ ...clean, date: "2026-10-24" }).notes).toEqual([]);
  expect(compare({ ...clean, date: "2026-10-23" })).toEqual({
    problems: [],
    notes: ["The advisories are 31 days old. Run `npm run advisories`."],
  });
});

test("a snapshot without an answer says in one line that advisories are unknown", () => {
  const reason = "The registry answered 405 (Method Not Allowed).";
  expect(compare({ date: "2026-01-02", asked: [], answered: null, reason })).toEqual({
    problems: [],
    notes: [
      `Advisories for what we ship are unknown. On 2026-01-02: ${reason} Run \`npm run advisories\`.`,
    ],
  });
});

test.each(["", "{}", '{"date":"2026-11-23","asked":[],"answered":{"b":[{}]}}'])(
  "a damaged snapshot (%j) is an error that names the file",
  (text) => {
    writeFileSync(path, text);
    expect(() => readSnapshot(path)).toThrow(/advisories\.json is not a snapshot/);
  },
);
