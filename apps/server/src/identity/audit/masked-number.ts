import { maskAccountNumber } from "../../kernel/money.ts";

/** A value with its account number masked: the audit log never contains a full one. */
export function withMaskedNumber<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || !("account_number" in value)) return value;
  return { ...value, account_number: maskAccountNumber(String(value.account_number)) };
}
