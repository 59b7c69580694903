// The guarantee: every difference between our record and a provider's shows both sides and one
// action; after it, the next run finds no difference.
import { todayInIndia } from "@rokad/contract/fields";
import { superAdminPaths } from "../apps/web/src/paths.ts";
import { enter, expect, test } from "./journey.ts";
import { arrived } from "./screens.ts";

test("resolves every difference of a reconciled day [35.2, 35.11]", async ({ page, rokad }) => {
  const { mobile } = await rokad.tenant({ name: "Reconciled Traders", rupees: 5_000 });
  const id = await rokad.pay(mobile, "asha@okhdfc", 900);
  const { token } = await rokad.session(mobile);
  const shown = () => rokad.call(token, "GET", `/payouts/${id}`);
  await expect.poll(async () => (await shown()).status).toBe("success");
  const { reference_id: reference } = await shown();
  await rokad.runSql(
    "update sandbox_bank.transfers set fee_paise = 400, tax_paise = 72 where reference = $1",
    [reference],
  );
  await rokad.runSql(
    `insert into sandbox_bank.transfers
       (idempotency_key, reference, amount_paise, destination, state, created_at)
     values ($1, $2, 4321000, 'x@upi', 'success', now())`,
    [`stray ${mobile}`, `STRAY${mobile}`],
  );

  await enter(page, rokad, (await rokad.admin()).mobile, superAdminPaths.reconciliation);
  await arrived(page);
  const day = page.getByRole("form", { name: "Reconcile a day" });
  const reconcile = async () => {
    const done = page.waitForResponse(
      async (answer) =>
        answer.url().includes("/reconciliation/runs?") &&
        /"state":"(clean|differs)"/.test((await answer.text()).slice(0, 600)),
    );
    await day.getByLabel("Day").fill(todayInIndia().split("-").toReversed().join("/"));
    await day.getByRole("button", { name: "Reconcile" }).click();
    await expect(page.getByText("The day is being reconciled")).toBeVisible();
    await done;
  };
  await reconcile();

  const differences = page.getByRole("table", { name: "Differences, severe ones first" });
  const charge = differences.getByRole("row").filter({ hasText: reference });
  await expect(charge.getByText("Charge differs")).toBeVisible();
  await expect(charge.getByText("Reconciled Traders")).toBeVisible();
  await expect(charge.getByText("None recorded")).toBeVisible();
  await expect(charge.getByText("₹4.00")).toBeVisible();
  await charge.getByRole("button", { name: "Accept charge" }).click();
  await expect(page.getByText("The provider's charge is saved")).toBeVisible();
  await expect(charge).toHaveCount(0);

  const stray = differences.getByRole("row").filter({ hasText: "₹43,210.00" });
  await expect(stray.getByText("No matching payout")).toBeVisible();
  await stray.getByRole("button", { name: "Mark as known" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Mark as known" })).toBeDisabled();
  await dialog.getByLabel("Reason").fill("A refund that we paid on the dashboard");
  await dialog.getByRole("button", { name: "Mark as known" }).click();
  await expect(dialog).toBeHidden();
  await expect(stray).toHaveCount(0);

  await reconcile();
  await expect(page.getByText(reference)).toHaveCount(0);
  await page.getByLabel("Status").selectOption({ label: "Closed" });
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(stray.getByText("A refund that we paid on the dashboard")).toBeVisible();
  await expect(charge.getByText("Settled")).toBeVisible();
});
