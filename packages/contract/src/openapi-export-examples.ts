const filter = { type: "debit", from: "2026-04-01", to: "2026-11-21" };

const waiting = {
  id: "01994c90-51aa-7c3e-8f02-9d4b7a6e1c20",
  kind: "wallet_history",
  filter,
  state: "waiting",
  progress: { done: 0, total: null },
  reason: null,
  file_name: "wallet-history-2026-11-21.csv",
  bytes: null,
  rows: null,
  expires_at: null,
  created_at: "2026-11-21T06:00:00.000Z",
};

const making = { ...waiting, state: "making", progress: { done: 340_000, total: 1_000_000 } };

const ready = {
  ...waiting,
  state: "ready",
  progress: { done: 1_000_000, total: 1_000_000 },
  bytes: 185_613_402,
  rows: 1_000_000,
  expires_at: "2026-11-28T06:00:31.000Z",
};

const pagination = {
  current_page: 1,
  per_page: 20,
  total_records: 1,
  total_pages: 1,
  has_prev: false,
  has_next: false,
};

export const exportExamples = {
  listExports: { answer: { success: true, data: [ready], pagination, total: 1 } },
  requestExport: {
    request: { kind: "wallet_history", filter },
    answer: { success: true, data: waiting, message: "Your export is being prepared" },
  },
  getExport: { answer: { success: true, data: making } },
  retryExport: {
    answer: { success: true, data: waiting, message: "Your export is being prepared again" },
  },
  deleteExport: { answer: { success: true, message: "Export deleted" } },
};
