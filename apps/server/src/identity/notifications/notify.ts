import type { NotificationKind } from "@rokad/contract/notifications";
import type { Tx } from "../../database/db.ts";
import { insertNotifications } from "./insert-notifications.ts";

/** A notification to create. */
export interface NewNotification {
  readonly personId: string;
  readonly kind: NotificationKind;
  /** The payout, deposit, bank account or export that it concerns. */
  readonly subjectId: string;
  /** Text for the message that no table stores, such as a file name. */
  readonly detail?: string;
  /** The amount that it is about, where it is not that of a payout or deposit. */
  readonly amountPaise?: bigint;
  /** Who may get a text about it; by default everyone who chose texts of its kind. */
  readonly textTo?: readonly string[];
}

/**
 * Inserts notifications in one statement, in the transaction of the change that they report. Each
 * change happens once under its row lock, so each person gets one notification of it.
 */
export async function notify(db: Tx, list: readonly NewNotification[]): Promise<void> {
  if (list.length > 0) await insertNotifications(db, list);
}
