import type { notificationGroups } from "@rokad/contract/notification-choices";
import type { NotificationKind } from "@rokad/contract/notifications";
import type { NoticeSmsKind } from "@rokad/contract/sms-text";

/** What every row has that a kind can be written from. */
export interface CommonRow {
  readonly kind: string;
  readonly subject_id: string | null;
  readonly detail: string | null;
  readonly reference_id: string | null;
  readonly utr_reference: string | null;
  readonly payout_paise: bigint | null;
  readonly deposit_paise: bigint | null;
}

/**
 * Everything about one kind of notification: a new kind is one of these, its name in the contract and
 * in the constraint of the table.
 */
export interface KindEntry<Row extends CommonRow = CommonRow> {
  /** In the bell's menu and in e-mails. */
  readonly title: string | ((row: Row) => string);
  readonly text: (row: Row) => string;
  /** For e-mails, where `text` says what only the console should. */
  readonly emailText?: (row: Row) => string;
  /** The console's page about it; null if it has none. */
  readonly page: string | ((row: Row) => string) | null;
  /** The page for many of them at once; by default `page`, if that is one address. */
  readonly listPage?: string;
  /** For the page where a person chooses; the console always tells. */
  readonly group: (typeof notificationGroups)[number];
  readonly name: string;
  /** Whether it goes out by e-mail until the person chooses. */
  readonly email: boolean;
  /** The registered text that a person can choose; without it, no text. */
  readonly sms?: NoticeSmsKind;
  /** A warning whose text the act itself sends, to everyone. */
  readonly isAlwaysTexted?: true;
  /** Goes out at once, without the seconds in which others could join it. */
  readonly isUrgent?: true;
  /** Below this amount it is not sent, until the person chooses another. */
  readonly abovePaise?: bigint;
  /** The amount bounds only texts: e-mails go out for each. */
  readonly boundsTextsOnly?: true;
}

export const payoutPage = (row: CommonRow) => `/dashboard/payouts/${row.subject_id ?? ""}`;
export const depositPage = (row: CommonRow) =>
  `/dashboard/wallet/deposits${row.utr_reference === null ? "" : `?utr=${encodeURIComponent(row.utr_reference)}`}`;
export const payoutHistoryPage = "/dashboard/payouts/history";
export const depositHistoryPage = "/dashboard/wallet/deposits";

/** The parts of a notification that every audience has. */
export function describe<Row extends CommonRow>(entry: KindEntry<Row>, row: Row) {
  const { title, text, page } = entry;
  return {
    kind: row.kind as NotificationKind,
    title: typeof title === "string" ? title : title(row),
    text: text(row),
    page: typeof page === "function" ? page(row) : page,
    reference: row.reference_id ?? row.utr_reference,
    subject_id: row.subject_id,
  };
}
