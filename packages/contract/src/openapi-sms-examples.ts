/** The SMS gateways' calls. */
export const smsExamples = {
  listSmsGateways: {
    answer: {
      success: true,
      data: [
        {
          name: "msg91",
          place: "first",
          missing_settings: [],
          last_success_at: "2026-11-20T05:30:00.000Z",
          last_error: { at: "2026-11-20T05:12:00.000Z", what: "It gave no answer in time" },
          failures_in_row: 0,
          last_day: { sent: 412, failed: 3, average_ms: 240, slowest_ms: 8000 },
        },
      ],
    },
  },
  sendTestSms: {
    request: { kind: "sign_in" },
    answer: { success: true, data: { took_ms: 240, error: null } },
  },
};
