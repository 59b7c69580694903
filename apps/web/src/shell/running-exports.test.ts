import { afterEach, expect, test } from "vitest";
import { ApiError, NoAnswerError } from "../api/api-error.ts";
import { dismissToast, toasts } from "../ui/toast.ts";
import { runExport, runningExports } from "./running-exports.ts";

const words = {
  done: "Export completed successfully",
  failed: "Failed to export data. Please try again.",
};
const said = () => toasts.current().map(({ tone, text }) => [tone, text]);

afterEach(() => {
  for (const { id } of toasts.current()) dismissToast(id);
});

test("an export that is whole says so, and is over", async () => {
  await runExport("payouts", () => Promise.resolve(), words);
  expect(said()).toEqual([["success", "Export completed successfully"]]);
  expect(runningExports.current("payouts")).toBeUndefined();
});

test("one that broke off says that it failed, in the screen's words or the server's own", async () => {
  await runExport("payouts", () => Promise.reject(new NoAnswerError("broke off")), words);
  const busy = new ApiError({ status: 429, message: "Many exports are being made just now." });
  await runExport("payouts", () => Promise.reject(busy), words);
  expect(said()).toEqual([
    ["error", "Many exports are being made just now."],
    ["error", "Failed to export data. Please try again."],
  ]);
});

test("a second press while it runs starts no second one, and cancelling is no failure", async () => {
  let starts = 0;
  const work = ({ signal }: { signal?: AbortSignal }) => {
    starts += 1;
    return new Promise<void>((_, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("aborted")));
    });
  };
  const first = runExport("payouts", work, words);
  await runExport("payouts", work, words);
  expect(starts).toBe(1);
  runningExports.current("payouts")?.cancel();
  await first;
  expect(said()).toEqual([["info", "Export cancelled"]]);
});
