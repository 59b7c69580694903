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
  inTable("bank account number", "bank_accounts", "account_number_sealed"),
  inTable("receiving account number", "receiving_accounts", "account_number_sealed"),
  inTable("payout destination", "payouts", "destination_sealed"),
  inTable("beneficiary way", "beneficiary_ways", "destination_sealed"),
  inTable("beneficiary details", "beneficiaries", "details_sealed"),
  inTable("statement narration", "statement_lines", "narration_sealed"),
  inTable("sender of a credit", "incoming_credits", "sender_number_sealed"),
  inTable("webhook", "webhooks", "body"),
  inTable("adjustment document", "adjustment_documents", "content_sealed"),
  inTable("name at bank", "account_checks", "name_at_bank_sealed"),
  inTable("sandbox message", "sandbox_messages", "message_sealed"),
  {
    ...inTable("sandbox credit", "sandbox_bank.credits", "sender_sealed"),
    id: "reference",
    idType: "text",
  },
  { ...inTable("credential", "credentials", "value_sealed"), id: "name", idType: "text" },
  { ...inTable("setting", "settings", "value_sealed"), id: "key", idType: "text" },
  inTable("setting before", "settings_history", "before_sealed"),
  inTable("setting after", "settings_history", "after_sealed"),
  inTable("proposed changes", "proposals", "changes_sealed"),
  inTable("proposal content", "proposals", "content_sealed"),
  inTable("payment request", "payment_requests", "order_sealed"),
  inTable("batch row", "batch_rows", "content_sealed"),
  inTable("payout destination", "funds_queue", "destination_sealed"),
  inTable("payout waiting for funds", "funds_queue", "order_sealed"),
  inTable("schedule order", "payout_schedules", "order_sealed"),
  inTable("outbound message", "outbound_messages", "content_sealed"),
  inTable("webhook secret", "webhook_endpoints", "secret_sealed"),
  inTable("old webhook secret", "webhook_endpoints", "old_secret_sealed"),
];
