import { gzipSync } from "node:zlib";
import { badText } from "./bad-values.ts";
import type { SeededRandom } from "../../src/kernel/seeded-random.ts";
import type { HttpRequest } from "./http-request.ts";

const bomb = gzipSync(Buffer.alloc(20_000_000));

/** Distorts a body: broken JSON, another encoding, another content type, a zip bomb. */
export function badBodies(
  { headers, body }: HttpRequest,
  random: SeededRandom,
): Partial<HttpRequest> {
  const text = String(body ?? "{}");
  const as = (type: string) => ({ ...headers, "content-type": type });
  const json = as("application/json");
  const bytes = Buffer.from(text);
  return random.pick<() => Partial<HttpRequest>>([
    () => ({ headers: json, body: text.slice(0, random.between(0, text.length)) }),
    () => ({ headers: json, body: text.replace("{", `{${text.slice(1, -1) || '"a":1'},`) }),
    () => ({ headers: json, body: `\ufeff${text}` }),
    () => ({ headers: json, body: `${text}${text}` }),
    () => ({ headers: json, body: text.replaceAll('"', "'") }),
    () => ({ headers: json, body: `/* */${text}` }),
    () => ({ headers: json, body: "NaN" }),
    () => ({ headers: json, body: random.pick(["null", "true", "1", '"text"', "[]", "[{}]"]) }),
    () => ({ headers: json, body: Buffer.from(text, "utf16le") }),
    () => ({ headers: json, body: Buffer.from(text.replace("{", '{"a":"\u00e9",'), "latin1") }),
    () => ({
      headers: json,
      body: Buffer.from(bytes.map((byte) => byte ^ random.between(0, 255))),
    }),
    () => ({ headers: json, body: "" }),
    () => ({ headers: as("text/plain"), body: text }),
    () => ({ headers: as("application/x-www-form-urlencoded"), body: "a=1&b=2" }),
    () => ({ headers: as("multipart/form-data; boundary=x"), body: "--x\r\n\r\n--x--" }),
    () => ({
      headers: as("application/xml"),
      body: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    }),
    () => ({ headers: as("application/json; charset=utf-16"), body: text }),
    () => ({ headers: as("APPLICATION/JSON;charset=UTF-8"), body: text }),
    () => ({ headers: as("application/json, text/plain"), body: text }),
    () => ({ headers: as(";;;="), body: text }),
    () => ({ headers: { ...json, "content-encoding": "gzip" }, body: gzipSync(text) }),
    () => ({ headers: { ...json, "content-encoding": "gzip" }, body: bomb }),
    () => ({ headers: { ...json, "content-encoding": "br, gzip, zstd" }, body: text }),
  ])();
}

/** Adds odd, hostile or large headers. */
export function badHeaders({ headers }: HttpRequest, random: SeededRandom): Partial<HttpRequest> {
  const text = badText(random).replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "?");
  const more = random.pick<Readonly<Record<string, string>>>([
    { "idempotency-key": text },
    { "idempotency-key": "k".repeat(random.pick([100, 101, 5_000])) },
    { "x-forwarded-for": text },
    { "x-forwarded-for": "x".repeat(5_000) },
    { "x-forwarded-for": "10.0.0.1, ::1, 256.256.256.256" },
    { "x-forwarded-host": text, "x-forwarded-proto": text },
    { "user-agent": text },
    { "user-agent": "u".repeat(8_000) },
    { range: random.pick(["bytes=0-0", "bytes=5-1", "bytes=-1", "bytes=0-,0-,0-", "lines=1-2"]) },
    { "if-none-match": '*, "a", W/"b"', "if-modified-since": "yesterday" },
    { "if-match": '"x"', "if-range": '"y"', range: "bytes=10-" },
    { accept: text || "*/*", "accept-language": text || "*" },
    { "accept-encoding": "gzip;q=0, br;q=9, *" },
    { "x-http-method-override": "DELETE", "x-original-url": "/metrics" },
    { cookie: `a=${"b".repeat(7_000)}` },
    { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    { host: random.pick(["evil.example", "a:b:c", "[::1", "127.0.0.1:99999"]) },
    { "x-request-id": text, "request-id": text, traceparent: text },
    {
      authorization: random.pick([
        "Bearer",
        "Bearer  ",
        "Basic YTpi",
        `Bearer ${text}`,
        "bearer a b",
      ]),
    },
    { authorization: `Bearer ${"a".repeat(12_000)}` },
    { "x-padding": "h".repeat(20_000) },
    Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`x-many-${at}`, "1"])),
    { "last-event-id": text },
    {
      connection: "close, te, upgrade",
      upgrade: "h2c",
      "http2-settings": "AAMAAABkAARAAAAAAAIAAAAA",
    },
  ]);
  return { headers: { ...headers, ...more } };
}

/** Distorts the path: encoded slashes, NUL, traversal, double encoding, great length. */
export function badPaths({ path }: HttpRequest, random: SeededRandom): Partial<HttpRequest> {
  const [before = "", ...query] = path.split("?");
  const search = query.length > 0 ? `?${query.join("?")}` : "";
  const distorted = random.pick([
    `${before}/`,
    `${before}//`,
    before.replace("/api/v1", "/api/v1/"),
    before.replace("/api/v1", "//api/v1"),
    before.toUpperCase(),
    `${before}%00`,
    `${before}%2f..%2f..%2fetc%2fpasswd`,
    `${before}/../../../metrics`,
    `${before}/%2e%2e/%2e%2e/readyz`,
    before.replaceAll("/", "%2f"),
    before.replaceAll("/", "%252f"),
    `${before}%zz`,
    `${before}%`,
    `${before}%ff%fe`,
    `${before};jsessionid=1`,
    `${before}/${"a".repeat(random.pick([201, 3_000, 9_000]))}`,
    `${before}.json`,
    `${before}/__proto__/constructor`,
    before.replace(/[^/]+$/, "%E0%A4%A"),
    before.replace(/[^/]+$/, "%F0%9F%92%B8"),
    before.replace(/[\da-f]{8}-[\da-f-]+/, "..%2f..%2fadmin"),
    `http://127.0.0.1${before}`,
  ]);
  return { path: `${distorted}${search}` };
}
