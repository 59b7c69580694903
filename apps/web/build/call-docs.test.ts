import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withoutCallDocs } from "./call-docs.ts";

test("keeps what the console reads of a call and nothing else: not its answer", () => {
  const call = `export const getPrice = defineCall({
  name: "getPrice",
  summary: "The price, in ₹",
  tag: "Platform",
  path: "/price",
  params: z.object({ id }),
  query: z.object({ page: page() }),
  body: priceForm,
  errors: ["NOT_FOUND"],
  example: { answer: { summary: "in ₹" } },
  answer: dataAnswer(z.object({ summary: z.string() })),
});`;
  const stripped = withoutCallDocs(call);
  expect(stripped).not.toMatch(/in ₹|tag|NOT_FOUND|example/);
  expect(stripped.replaceAll(/\s+/g, " ")).toBe(
    `export const getPrice = /* @__PURE__ */ defineCall({ name: "getPrice", path: "/price", answer: /* @__PURE__ */ {}, });`,
  );
});

test("marks the calls of a constant's value as pure, and none of a function", () => {
  const code = `const sample = { price: rupees(5) }, code = z.string().check(z.trim());
export function add(list) { list.push(rupees(5)); }
const asAnswer = (data) => { note(data); };
register(sample);`;
  const pure = "/* @__PURE__ */ ";
  expect(withoutCallDocs(code)).toBe(
    `const sample = { price: ${pure}rupees(5) }, code = ${pure}z.string().check(${pure}z.trim());
export function add(list) { list.push(rupees(5)); }
const asAnswer = (data) => { note(data); };
register(sample);`,
  );
});

test("registers no schema, also none inside an answer", () => {
  const code = `export const price = z.object({ paise: z.int() }).register(z.globalRegistry, { id: "Price" });
const codeAnswer = dataAnswer(z.object({ price: price.register(z.globalRegistry, { id: "P" }) }));`;
  expect(withoutCallDocs(code).replaceAll("/* @__PURE__ */ ", "")).toBe(
    `export const price = z.object({ paise: z.int() });
const codeAnswer = dataAnswer(z.object({ price: price }));`,
  );
});

test("removes the examples of the contract's own calls", () => {
  const file = new URL("../../../packages/contract/src/payouts.ts", import.meta.url);
  const code = readFileSync(file, "utf8");
  expect(code).toContain("example: {");
  expect(withoutCallDocs(code)).not.toMatch(/example: \{|summary: "|tag: "/);
});
