// The guarantee: title and text of each kind of notification are recognised by their translation,
// whatever the state of what they are about; so the bell and the e-mail say them in Hindi.
import { addAnswers, translate } from "@rokad/contract/hindi-answers";
import superAdminAnswers from "@rokad/contract/hindi-super-admin-answers.json" with { type: "json" };
import { expect, test } from "vitest";
import { describe as describeNotification } from "./notification-kind.ts";
import { superAdminKinds } from "./super-admin-kinds.ts";
import { tenantKinds } from "./tenant-kinds.ts";

const filled = {
  detail: "12",
  beneficiary_name: "Asha Verma",
  tenant_name: "Balaji Foods",
  actor_name: "Nisha Rao",
  proposer_name: "Ravi Menon",
  closer_name: "Meera Iyer",
  proposal_title: "10",
  closing_reason: "11",
  reference_id: "RKA2EM233TB1T94JS",
  utr_number: "532011223344",
  utr_reference: "532011223344",
  bank_name: "HDFC Bank",
  account_number_end: "6789",
  virtual_account_number: "2223330099887766",
  failure_reason: "13",
  reversal_reason: "14",
  deposit_note: "15",
  account_note: "16",
  viewing_reason: "17",
  viewed_at: new Date(1_796_000_000_000),
  amount_reason: "18",
  amount_paise: 1_500_25n,
  payout_paise: 1_500_25n,
  deposit_paise: 1_500_25n,
  requested_paise: 2_000_00n,
  takes_effect_at: new Date(1_796_000_000_000),
  payout_kind: "payout",
  proposal_state: "waiting",
};
/** Each is one state that changes a text. */
const states = [
  { charges_returned_at: null },
  { utr_number: null, requested_paise: 1_500_25n, closer_name: null, closing_reason: null },
  { charges_returned_at: new Date(1_796_000_000_000) },
  ...["withdrawal"].map((kind) => ({ payout_kind: kind })),
  ...["pending", "completed", "failed"].map((status) => ({ deposit_status: status })),
  { deposit_status: "pending", deposits_waiting: 3, seconds_waiting: 3 },
  { deposit_status: "completed", deposits_waiting: 3, seconds_waiting: 1 },
  ...["pending", "approved", "rejected"].map((status) => ({ account_status: status })),
  { account_status: "pending", accounts_waiting: 3 },
  { account_status: "approved", accounts_waiting: 1 },
  ...["suspense", "credited"].map((state) => ({ credit_state: state })),
  { credit_state: "suspense", suspense_waiting: 3 },
  { credit_state: "credited", suspense_waiting: 1 },
  ...["proposed", "posted", "withdrawn"].map((state) => ({ adjustment_state: state })),
  ...["success", "failed", "cancelled", "processing"].map((status) => ({ payout_status: status })),
  ...["waiting", "confirmed", "applied", "rejected", "withdrawn"].map((state) => ({
    proposal_state: state,
  })),
  { proposal_state: "scheduled" },
  { proposal_state: "void", closer_name: null },
  { proposal_state: "expired", closer_name: null, closing_reason: null },
];
const values = new Set(
  [...Object.values(filled), "OTP", "SMS", "UTR", "API", "IP", "CSV"].flatMap((value) =>
    String(value).split(" "),
  ),
);

test("every kind, in every state", () => {
  addAnswers(superAdminAnswers);
  const english = new Set<string>();
  for (const entries of [tenantKinds, superAdminKinds])
    for (const [kind, entry] of Object.entries(entries))
      for (const state of states) {
        const row = { ...filled, ...state, kind, subject_id: "1" };
        const { title, text } = describeNotification(entry as never, row as never);
        for (const hindi of [translate(title), translate(text)]) {
          const words = hindi.match(/[a-z][\w'’-]+/gi) ?? [];
          if (words.some((word) => !values.has(word))) english.add(`${kind}: ${hindi}`);
        }
      }
  expect([...english]).toEqual([]);
});
