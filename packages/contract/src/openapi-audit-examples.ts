const auditCheck = {
  is_running: false,
  last: {
    checked_at: "2026-11-21T06:00:00.000Z",
    checked_by: "Meera Iyer",
    row_count: 4_210,
    faults: [],
  },
  head: { seq: 4_211, hash: "6f1c".repeat(16) },
};

/** Examples of the security log for the API's document. */
export const auditExamples = {
  listAuditLog: {
    answer: {
      success: true,
      data: [
        {
          seq: 4_211,
          at: "2026-11-21T06:00:00.000Z",
          act: "setting.changed",
          actor: {
            id: "01994c50-1c1a-7b0e-8c55-0d3c5a0b7e01",
            name: "Meera Iyer",
            phone: "9000000001",
            role: "superadmin",
          },
          subject: { kind: "setting", id: "txn_fees", name: null },
          reason: "The bank charges more",
          before: { txn_fees: 500 },
          after: { txn_fees: 600 },
          address: "203.0.113.9",
          user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
          hash: auditCheck.head.hash,
        },
      ],
      next: 4_211,
    },
  },
  getAuditCheck: { answer: { success: true, data: auditCheck } },
  checkAuditLog: { answer: { success: true, data: auditCheck } },
};
