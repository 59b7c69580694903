import { expect, test } from "vitest";
import { statusLook } from "./status-badge.tsx";

test("the specification's badge styles: success default, failed and processing destructive, the rest outline", () => {
  const styles = ["success", "failed", "processing", "pending", "whatever"].map(
    (status) => `${statusLook(status).word}: ${statusLook(status).style}`,
  );
  expect(styles).toEqual([
    "Success: default",
    "Failed: destructive",
    "Processing: destructive",
    "Pending: outline",
    "Unknown: outline",
  ]);
});

test("processing is calmer than failed", () => {
  expect(statusLook("processing").tone).not.toBe(statusLook("failed").tone);
});

test("a status named like a part of every object is unknown, not a crash", () => {
  expect(statusLook("constructor").word).toBe("Unknown");
});
