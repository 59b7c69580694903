const names: Readonly<Record<string, string>> = {
  sandbox: "Sandbox (no real money)",
  razorpayx: "RazorpayX",
  cashfree: "Cashfree Payouts",
};

/** An adapter's name for people. */
export function adapterName(adapter: string): string {
  return names[adapter] ?? adapter;
}
