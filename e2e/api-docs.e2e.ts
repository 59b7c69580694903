import { calls } from "@rokad/contract/calls";
import { expect, test } from "./journey.ts";

test("the API's page opens a call by its address, and the strict policy stops nothing on it", async ({
  page,
}) => {
  await page.goto("/api/docs#/Deposits/initiateDeposit");
  await expect(page.getByRole("heading", { name: /Rokad API/ })).toBeVisible();
  const deposit = page.locator(`[id="operations-Deposits-initiateDeposit"]`);
  await expect(deposit.getByText("Idempotency-Key").first()).toBeVisible();
  await expect(deposit.getByText("UTR_ALREADY_USED")).toBeVisible();
});

test("the API's page shows every call", { tag: "@sweep" }, async ({ page }) => {
  await page.goto("/api/docs");
  await expect(page.getByRole("heading", { name: /Rokad API/ })).toBeVisible();
  // The page keeps only what is near the window: each is seen while it is scrolled through.
  const seen = new Set<string>();
  await expect
    .poll(
      async () => {
        const here = await page.locator(".opblock").evaluateAll((all) => all.map(({ id }) => id));
        for (const id of here) seen.add(id);
        await page.mouse.wheel(0, 400);
        return seen.size;
      },
      // Hundreds of calls are drawn one screen after the other, on any machine.
      { intervals: [50], timeout: 5 * 60_000 },
    )
    .toBe(calls.length);
});
