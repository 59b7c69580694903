import { afterEach, beforeEach, expect, test } from "vitest";
import { ApiError, NoAnswerError } from "../../api/api-error.ts";
import { dismissToast, toasts } from "../../ui/toast.ts";
import { runExport, runningExports } from "./running-exports.ts";

const texts = {
  successText: "Export completed successfully",
  failureText: "Failed to export data. Please try again.",
};
const shownToasts = () => toasts.current().map(({ tone, text }) => [tone, text]);

// Toasts that other tests of the same process left are not this file's.
for (const hook of [beforeEach, afterEach]) {
  hook(() => {
    for (const { id } of toasts.current()) dismissToast(id);
  });
}

test("reports a complete export and ends it", async () => {
  await runExport("payouts", () => Promise.resolve(), texts);
  expect(shownToasts()).toEqual([["success", "Export completed successfully"]]);
  expect(runningExports.current("payouts")).toBeUndefined();
});

test("reports a failed export with the server's message or the screen's own [26.12]", async () => {
  await runExport("payouts", () => Promise.reject(new NoAnswerError("interrupted")), texts);
  const busy = new ApiError({ status: 429, message: "Many exports are in progress." });
  await runExport("payouts", () => Promise.reject(busy), texts);
  expect(shownToasts()).toEqual([
    ["error", "Many exports are in progress."],
    ["error", "Failed to export data. Please try again."],
  ]);
});

test("a second press starts no second export, and cancelling is not a failure [9.28]", async () => {
  let starts = 0;
  const work = ({ signal }: { signal?: AbortSignal }) => {
    starts += 1;
    return new Promise<void>((_, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("aborted")));
    });
  };
  const first = runExport("payouts", work, texts);
  await runExport("payouts", work, texts);
  expect(starts).toBe(1);
  runningExports.current("payouts")?.cancel();
  await first;
  expect(shownToasts()).toEqual([["info", "Export cancelled"]]);
});
