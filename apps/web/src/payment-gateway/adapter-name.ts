const names: Readonly<Record<string, string>> = {
  sandbox: "Sandbox, with play money",
  razorpayx: "RazorpayX",
  cashfree: "Cashfree Payouts",
};

/** What people call an adapter that the settings and payouts name. */
export function adapterName(adapter: string): string {
  return names[adapter] ?? adapter;
}
