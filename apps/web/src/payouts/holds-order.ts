import type { PayoutOrder } from "@rokad/contract/payout-form";

/** Whether a form, or its draft, still has this payout: written as a person may, with spaces or capitals. */
export function holdsOrder(form: object, order: PayoutOrder): boolean {
  const values = form as Readonly<Record<string, unknown>>;
  return Object.entries(order).every(
    ([name, value]) => plain(values[name] ?? "") === plain(value ?? ""),
  );
}

const plain = (value: unknown) =>
  typeof value === "string" ? value.replaceAll(/\s/g, "").toLowerCase() : `${value as number}`;
