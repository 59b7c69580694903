import type { SeededRandom } from "../../src/kernel/seeded-random.ts";
import { anyJson, anyText } from "./random-values.ts";

/** Marks JSON text that no value stringifies to, such as `1e400`; see `stringifyWithRaw`. */
const raw = (json: string) => `@@raw:${json}@@`;

/** Like `JSON.stringify`, with the parts that `raw` marks inserted unchanged. */
export function stringifyWithRaw(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"@@raw:([^@]*)@@"/g, "$1");
}

export const injections = [
  "' OR '1'='1' --",
  "1; DROP TABLE people; --",
  "%' UNION SELECT mobile FROM people --",
  "100% _under_ \\ back",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "{{7*7}} ${7*7} <%= 7*7 %>",
  "../../../../etc/passwd",
  "..\\..\\windows\\win.ini",
  "\r\nSet-Cookie: a=b\r\n\r\n",
  '\n{"level":60,"msg":"forged line"}',
  "\u001b[31mred\u001b[0m",
  "=cmd|' /C calc'!A0",
  "+1+1",
  "@SUM(1+1)*cmd",
  "-2+3+cmd",
  "__proto__",
  "constructor",
  "${jndi:ldap://127.0.0.1/a}",
  "a\tb\rc\nd",
  "(((((((((((((((((a+)+)+)+)+)+$",
  `${"a".repeat(60)}!`,
] as const;

export const oddTexts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00\ud800",
  "\u202egnp.exe",
  "👨‍👩‍👧‍👦🇮🇳",
  "Z\u0351\u0352a\u0334l\u0335g\u0336o",
  "\u212b and \u00c5 and A\u030a",
  "ﬁ ＡＢＣ ９８７６５４３２１０",
  "रोकड़ ₹१००",
  "İıſK",
  "\ufeffbom",
  "\u200b\u2060\u00ad",
  "\ufffe\uffff\u{10ffff}",
  "\u0085\u2028\u2029",
  "undefined",
  "null",
  "NaN",
  "Infinity",
  "true",
  "0",
  "-0",
  "[object Object]",
] as const;

const oddNumbers: readonly unknown[] = [
  0,
  -1,
  0.1,
  1.005,
  1e21,
  -1e21,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  99_99_99_99_999,
  raw("-0"),
  raw("1e400"),
  raw("-1e400"),
  raw("1e-400"),
  raw("1E5"),
  raw("100.000000000000001"),
  raw("9".repeat(400)),
  raw(`0.${"0".repeat(300)}1`),
];

const days = [
  "0000-01-01",
  "0001-01-01",
  "1969-12-31",
  "2023-02-29",
  "2024-02-30",
  "2026-13-01",
  "2026-00-00",
  "9999-12-31",
  "275760-09-13",
  "-271821-04-20",
  "2026-1-1",
  "2026-01-01T00:00:00Z",
  "01/02/2026",
] as const;

const ids = [
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "01900000-0000-7000-8000-000000000000",
  "{01900000-0000-7000-8000-000000000000}",
  "01900000000070008000000000000000",
  "01900000-0000-7000-8000-00000000000g",
  "1",
  "-1",
  "undefined",
] as const;

/** A hostile, odd or random text. */
export function badText(random: SeededRandom): string {
  const source = random.pickWeighted({ inject: 4, odd: 4, day: 1, id: 1, any: 2 });
  if (source === "inject") return random.pick(injections);
  if (source === "odd") return random.pick(oddTexts);
  if (source === "day") return random.pick(days);
  return source === "id" ? random.pick(ids) : anyText(random);
}

/** A value that its field does not expect, of any type. */
export function badValue(random: SeededRandom): unknown {
  const source = random.pickWeighted({ text: 5, number: 4, other: 4, any: 1 });
  if (source === "text") return badText(random);
  if (source === "number") return random.pick(oddNumbers);
  if (source === "any") return anyJson(random);
  return random.pick<unknown>([
    null,
    true,
    [],
    {},
    [null],
    [[[[[]]]]],
    { $ne: null },
    { toString: "x", valueOf: 1, length: -1 },
    raw('{"__proto__":{"isViewed":false,"role":"superadmin"}}'),
    raw('{"constructor":{"prototype":{"role":"superadmin"}}}'),
    raw('{"id":1,"id":2}'),
    Array.from({ length: 101 }, () => ids[2]),
  ]);
}

/** A huge or deep value. Some exceed the body limit, so the server rejects them unread. */
export function hugeValue(random: SeededRandom): unknown {
  return random.pick<() => unknown>([
    () => "a".repeat(1_000_000),
    () => "9".repeat(90_000),
    () => "a@".repeat(45_000),
    () => " ".repeat(90_000),
    () => "a.".repeat(45_000),
    () => "👍".repeat(20_000),
    () => Array.from({ length: 100_000 }, () => 1),
    () => Array.from({ length: 45_000 }, () => 1),
    () => Array.from({ length: 24_000 }, () => ({})),
    () => raw("[".repeat(10_000) + "]".repeat(10_000)),
    () => raw('{"a":'.repeat(10_000) + "1" + "}".repeat(10_000)),
    () => Object.fromEntries(Array.from({ length: 8_000 }, (_, at) => [`key${at}`, at])),
    () => raw("1".repeat(90_000)),
    () => raw(`1${"0".repeat(5_000)}.5`),
  ])();
}

/** A bad value for a query parameter, as text. */
export function badQueryText(random: SeededRandom): string {
  const source = random.pickWeighted({ text: 6, number: 3, long: 1 });
  if (source === "number") {
    return random.pick(["0", "-1", "1e9", "1.5", "1e400", "0x10", "١", " 1 ", "1,2", "NaN", "1_0"]);
  }
  return source === "long" ? "x".repeat(random.pick([101, 5_000, 12_000])) : badText(random);
}
