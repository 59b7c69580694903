import { expect, test } from "vitest";
import { shortReference } from "./short-reference.ts";

test("keeps the date at the start and the distinct end", () => {
  expect(shortReference("RK2611217Q3ZK8M2W4XD")).toBe("RK261121…W4XD");
  expect(shortReference("RK261121ABC123")).toBe("RK261121ABC123");
});
