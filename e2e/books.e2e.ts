// The guarantee: finance sees on one page that the books add up, verifies them, and reads what does not.
import { superAdminPaths } from "../apps/web/src/paths.ts";
import { enter, expect, test } from "./journey.ts";
import { arrived } from "./screens.ts";
import { expectSoundInBothThemes, widths } from "./sound.ts";

const admin = "9000000001";
const [desk] = widths;

test("shows the books, verifies them, and reports faults", async ({ page, rokad }) => {
  await page.setViewportSize(desk);
  await enter(page, rokad, admin, superAdminPaths.books);
  await arrived(page);
  const part = (name: string) => page.getByRole("region", { name });
  await expect(part("Trial balance")).toContainText("Total: exactly zero");
  await expect(part("Cross-checks")).toContainText(
    "Held money equals open payouts and payment requests",
  );
  await expect(part("Providers")).toContainText("Sandbox, for primary and alternative");
  const verification = part("Verification of the books");
  await verification.getByRole("button", { name: "Verify the books" }).click();
  await expect(verification).toContainText("Requested by Demo Admin");
  await expect(verification).toContainText("No faults");
  await expect(verification.getByRole("button", { name: "Verify the books" })).toBeEnabled();
  await expect(verification).toContainText("Every posting sums to zero: holds");

  await page.route("**/super-admin/books/verification", async (route) => {
    const json = await (await route.fetch()).json();
    Object.assign(json.data.last, { state: "faulty", fault_count: 1 });
    Object.assign(json.data.last.checks[0].rules[0], { fault_count: 1, faults: ["posting 42"] });
    await route.fulfill({ json });
  });
  await page.reload();
  await expect(verification).toContainText("1 fault");
  await expect(verification).toContainText("Every posting sums to zero: does not hold");
  await expect(verification).toContainText("posting 42");
  await expectSoundInBothThemes(page, "the Books page with a fault");
});
