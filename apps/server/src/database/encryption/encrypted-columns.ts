import type { EncryptedUse } from "./encrypt.ts";

/** A column of encrypted values. `id` is the column that identifies the row. */
export interface EncryptedColumn {
  readonly use: EncryptedUse;
  readonly table: string;
  readonly id: string;
  readonly idType: "uuid" | "text";
  readonly column: string;
}

const inTable = (use: EncryptedUse, table: string, column: string): EncryptedColumn => ({
  use,
  table,
  id: "id",
  idType: "uuid",
  column,
});

/** All encrypted columns; a test compares the list with the database. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  inTable("bank account number", "bank_accounts", "account_number_encrypted"),
  inTable("receiving account number", "receiving_accounts", "account_number_encrypted"),
  inTable("payout destination", "payouts", "destination_encrypted"),
  inTable("saved destination", "payout_destinations", "destination_encrypted"),
  inTable("beneficiary details", "beneficiaries", "details_encrypted"),
  inTable("statement narration", "statement_lines", "narration_encrypted"),
  inTable("sender of a credit", "incoming_credits", "sender_number_encrypted"),
  inTable("webhook", "webhooks", "body"),
  inTable("adjustment document", "adjustment_documents", "content_encrypted"),
  inTable("name at bank", "account_checks", "name_at_bank_encrypted"),
  inTable("sandbox message", "sandbox_messages", "message_encrypted"),
  {
    ...inTable("sandbox credit", "sandbox_bank.credits", "sender_encrypted"),
    id: "reference",
    idType: "text",
  },
  { ...inTable("credential", "credentials", "value_encrypted"), id: "name", idType: "text" },
  { ...inTable("setting", "settings", "value_encrypted"), id: "key", idType: "text" },
  inTable("setting before", "settings_history", "before_encrypted"),
  inTable("setting after", "settings_history", "after_encrypted"),
  inTable("proposed changes", "proposals", "changes_encrypted"),
  inTable("proposal content", "proposals", "content_encrypted"),
  inTable("payment request", "payment_requests", "order_encrypted"),
  inTable("batch row", "batch_rows", "content_encrypted"),
  inTable("payout destination", "funds_queue", "destination_encrypted"),
  inTable("payout waiting for funds", "funds_queue", "order_encrypted"),
  inTable("schedule order", "payout_schedules", "order_encrypted"),
  inTable("outbound message", "outbound_messages", "content_encrypted"),
  inTable("webhook secret", "webhook_endpoints", "secret_encrypted"),
  inTable("old webhook secret", "webhook_endpoints", "old_secret_encrypted"),
];
