import type { KindEntry } from "./notification-kind.ts";
import { creditStatus, othersWait, queueTitle } from "./queue-title.ts";
import type { SuperAdminNotificationRow } from "./super-admin-queries.ts";
import { account, deposit, reviewed } from "./super-admin-subjects.ts";

const depositsPage = "/super-admin/deposits";

/** The one deposit, or the queue while the title is about others. */
function depositPage(row: SuperAdminNotificationRow, waiting: number): string {
  const { read, deposit_status: status, utr_reference: utr } = row;
  const isAboutOthers = !read && waiting > (status === "pending" ? 1 : 0);
  if (utr === null || isAboutOthers) return depositsPage;
  return `${depositsPage}?utr=${encodeURIComponent(utr)}`;
}

const decidedDeposit = {
  results: { completed: "Deposit approved", failed: "Deposit rejected" },
  decided: "Deposit decided",
};

/** The kinds whose title counts a queue. */
export const queueKinds = {
  deposit_requested: {
    group: "To decide",
    name: "Deposit to approve",
    email: false,
    page: (row) => depositPage(row, row.deposits_waiting),
    listPage: depositsPage,
    title: (row) =>
      queueTitle(row, row.deposits_waiting, row.deposit_status, {
        one: "Deposit to approve",
        many: (count) => `${count} deposits to approve`,
        ...decidedDeposit,
      }),
    text: (row) =>
      reviewed(
        deposit(row),
        row.deposit_status,
        othersWait(row, row.deposits_waiting, row.deposit_status),
      ),
  },
  deposit_needs_second: {
    group: "To decide",
    name: "Deposit needs a second approval",
    email: true,
    page: (row) => depositPage(row, row.seconds_waiting),
    listPage: depositsPage,
    title: (row) =>
      queueTitle(row, row.seconds_waiting, row.deposit_status, {
        one: "Deposit awaiting a second signature",
        many: (count) => `${count} deposits awaiting a second signature`,
        ...decidedDeposit,
      }),
    text: (row) =>
      row.deposit_status === "pending"
        ? `${deposit(row)} has one approval and needs yours`
        : reviewed(
            deposit(row),
            row.deposit_status,
            othersWait(row, row.seconds_waiting, row.deposit_status),
          ),
  },
  bank_account_requested: {
    group: "To decide",
    name: "Bank account to review",
    email: false,
    page: "/super-admin/bank-accounts",
    title: (row) =>
      queueTitle(row, row.accounts_waiting, row.account_status, {
        one: "Bank account to review",
        many: (count) => `${count} bank accounts to review`,
        results: { approved: "Bank account approved", rejected: "Bank account rejected" },
        decided: "Bank account decided",
      }),
    text: (row) =>
      reviewed(
        account(row),
        row.account_status,
        othersWait(row, row.accounts_waiting, row.account_status),
      ),
  },
  money_in_suspense: {
    group: "To decide",
    name: "Credit in suspense",
    email: false,
    page: "/super-admin/suspense",
    title: (row) =>
      queueTitle(row, row.suspense_waiting, creditStatus(row), {
        one: "Credit in suspense to decide",
        many: (count) => `${count} credits in suspense to decide`,
        decided: "Credit in suspense decided",
      }),
    text: (row) =>
      creditStatus(row) === "pending"
        ? (row.detail ?? "")
        : `${row.detail ?? ""}; already decided${othersWait(row, row.suspense_waiting, creditStatus(row))}`,
  },
} as const satisfies Record<string, KindEntry<SuperAdminNotificationRow>>;
