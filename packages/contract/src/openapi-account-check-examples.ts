/** What the bank says of the account in the examples. */
export const accountCheckExample = {
  verdict: "valid",
  name_at_bank: "SHARMA TRADERS",
  match_score: 100,
  match: "match",
  reason: null,
  checked_at: "2026-11-20T05:40:02.000Z",
};

/** Examples of account checks for the API's document. */
export const accountCheckExamples = {
  checkBeneficiary: {
    request: {
      method: "imps",
      beneficiary_name: "Ramesh Gupta",
      account_number: "50100012345678",
      ifsc_code: "HDFC0000060",
    },
    answer: {
      success: true,
      data: {
        verdict: "valid",
        name_at_bank: "RAMESH KUMAR GUPTA",
        match_score: 80,
        match: "partial",
        reason: null,
        checked_at: "2026-11-20T06:10:00.000Z",
      },
    },
  },
};
