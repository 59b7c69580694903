import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withoutCallDocs } from "./call-docs.ts";

test("keeps what the console reads of a call and nothing else: not its answer", () => {
  const call = `const priceSample = { price: rupees(5, "₹") };
export const getPrice = defineCall({
  name: "getPrice",
  summary: "The price, in ₹",
  tag: "Platform",
  path: "/price",
  params: z.object({ id }),
  query: z.object({ page: page() }),
  body: priceForm,
  errors: ["NOT_FOUND"],
  example: { answer: { summary: priceSample } },
  answer: dataAnswer(z.object({ summary: z.string() })),
});`;
  const stripped = withoutCallDocs(call);
  expect(stripped).not.toMatch(/in ₹|tag|NOT_FOUND|example/);
  expect(stripped.replaceAll(/\s+/g, " ")).toBe(
    `const priceSample = {}; export const getPrice = defineCall({ name: "getPrice", path: "/price", answer: {}, });`,
  );
});

test("empties a schema whose name ends with Answer, and no function", () => {
  const code = `const codeAnswer = dataAnswer(z.object({ ok: z.boolean() }));
const asAnswer = (data) => ({ data });`;
  expect(withoutCallDocs(code)).toBe(`const codeAnswer = {};
const asAnswer = (data) => ({ data });`);
});

test("registers no schema, also none inside an answer", () => {
  const code = `export const price = z.object({ paise: z.int() }).register(z.globalRegistry, { id: "Price" });
const codeAnswer = dataAnswer(z.object({ price: price.register(z.globalRegistry, { id: "P" }) }));`;
  expect(withoutCallDocs(code)).toBe(`export const price = z.object({ paise: z.int() });
const codeAnswer = {};`);
});

test("removes the examples of the contract's own calls", () => {
  const file = new URL("../../../packages/contract/src/payouts.ts", import.meta.url);
  const code = readFileSync(file, "utf8");
  expect(code).toContain("example: {");
  expect(withoutCallDocs(code)).not.toMatch(/example: \{|summary: "|tag: "/);
});
