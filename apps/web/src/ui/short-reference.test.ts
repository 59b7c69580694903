import { expect, test } from "vitest";
import { shortReference } from "./short-reference.ts";

test("keeps the date at the start and the distinct end", () => {
  expect(shortReference("RKA2EM233TB1T94JS")).toBe("RKA2EM23…94JS");
  expect(shortReference("RK2EM233TB1T94JS")).toBe("RK2EM233…94JS");
  expect(shortReference("RK261121ABC123")).toBe("RK261121ABC123");
});
