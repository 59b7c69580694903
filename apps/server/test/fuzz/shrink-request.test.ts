// The guarantee: a fault is shown with the smallest request that still has it.
import { expect, test } from "vitest";
import type { PlannedRequest } from "./plan-request.ts";
import { shrinkRequest } from "./shrink-request.ts";

const planned: PlannedRequest = {
  number: 7,
  endpoint: "initiatePayout",
  kind: "broken",
  who: "operator",
  method: "POST",
  path: "/api/v1/payouts/initiate?page=1&limit=x&page=2",
  headers: { "content-type": "application/json", range: "bytes=0-0", "x-forwarded-for": "::1" },
  body: JSON.stringify({ amount: -4, remarks: "=1+1 and more", list: [1, { role: "superadmin" }] }),
};

test("removes every header, parameter and field that the fault does not need", async () => {
  const smallest = await shrinkRequest(
    planned,
    async ({ headers, path, body }) =>
      "range" in headers && path.includes("limit=x") && String(body).includes("=1"),
  );
  expect(smallest).toMatchObject({
    path: "/api/v1/payouts/initiate?limit=x",
    headers: { "content-type": "application/json", range: "bytes=0-0" },
  });
  expect(Object.keys(smallest.headers)).toHaveLength(2);
  expect(String(smallest.body).length).toBeLessThan(20);
});

test("leaves bytes and broken JSON as they are, and still removes headers", async () => {
  const body = '{"amount":1e400';
  const smallest = await shrinkRequest(
    { ...planned, body },
    async (smaller) => smaller.body === body,
  );
  expect(smallest).toMatchObject({ body, headers: { "content-type": "application/json" } });
  expect(Object.keys(smallest.headers)).toHaveLength(1);
});

test("returns the original request if the fault does not recur", async () => {
  expect(await shrinkRequest(planned, async () => false)).toBe(planned);
});
