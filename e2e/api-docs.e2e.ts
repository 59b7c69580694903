import { calls } from "@rokad/contract/calls";
import { expect, test } from "./journey.ts";

test("the API's page shows every call, and the strict policy stops nothing on it", async ({
  page,
}) => {
  const blocked: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") blocked.push(message.text());
  });
  await page.goto("/api/docs");
  await expect(page.getByRole("heading", { name: /Rokad API/ })).toBeVisible();
  await expect(page.locator(".opblock")).toHaveCount(calls.length);

  const deposit = page.locator(`[id="operations-Deposits-initiateDeposit"]`);
  await deposit.locator(".opblock-summary-control").click();
  await expect(deposit.getByText("Idempotency-Key").first()).toBeVisible();
  await expect(deposit.getByText("UTR_ALREADY_USED")).toBeVisible();
  expect(blocked).toEqual([]);
});
