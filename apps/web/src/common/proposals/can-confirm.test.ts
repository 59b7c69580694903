import { expect, test } from "vitest";
import { canConfirm } from "./can-confirm.ts";

test("a proposal waits only for those whom the server lets confirm it", () => {
  const proposal = { can_confirm: [{ id: "1", name: "Ravi Sharma" }] };
  expect(["1", "2", undefined].map((id) => canConfirm(proposal, id))).toEqual([true, false, false]);
});
