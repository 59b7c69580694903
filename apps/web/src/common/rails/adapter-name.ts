import { t } from "../../super-admin-language.ts";

const names: Readonly<Record<string, string>> = {
  sandbox: t`Sandbox (no real money)`,
  razorpayx: "RazorpayX",
  cashfree: t`Cashfree Payouts`,
};

/** An adapter's name for people. */
export function adapterName(adapter: string): string {
  return names[adapter] ?? adapter;
}
