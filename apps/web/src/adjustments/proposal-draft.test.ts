// A proposal names the chargeback that it was started from only while it takes that money back.
import { expect, test } from "vitest";
import { blankDraft, formOf } from "./proposal-draft.ts";

const accounts = { receiving_accounts: [], providers: [] };
const chargebackId = "01994c70-4a11-7c20-9a01-7b2f4c8e7a01";

test.each([
  ["bank_recall", 0, chargebackId],
  ["wrong_credit", 0, chargebackId],
  ["wrong_credit", 1, undefined],
  ["wrong_debit", 0, undefined],
  ["goodwill", 0, undefined],
] as const)("%s with movement %i names the chargeback %s", (kind, moveIndex, expected) => {
  const draft = { ...blankDraft(kind, accounts), moveIndex };
  expect(formOf(draft, { chargebackId }).chargeback_id).toBe(expected);
});
