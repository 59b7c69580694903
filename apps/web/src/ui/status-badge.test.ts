import { expect, test } from "vitest";
import { statusDisplay } from "./status-badge.tsx";

test("the specification's badge styles: success default, failed and processing destructive, the rest outline [8.38, 9.21, 11.12]", () => {
  const styles = ["success", "failed", "processing", "pending", "whatever"].map(
    (status) => `${statusDisplay(status).word}: ${statusDisplay(status).style}`,
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
  expect(statusDisplay("processing").tone).not.toBe(statusDisplay("failed").tone);
});

test("a status named like an object property is unknown and does not crash [8.39]", () => {
  expect(statusDisplay("constructor").word).toBe("Unknown");
});
