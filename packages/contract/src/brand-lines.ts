/**
 * The branding: product name, lines, links and the two legal pages. A super admin can change it in
 * System Settings. The console, the server's files and its text messages show it.
 */
export interface Branding {
  readonly product: string;
  readonly tagline: string;
  readonly signInLine: string;
  /** The large line beside the sign-in form. */
  readonly promise: string;
  readonly claims: readonly { readonly figure: string; readonly words: string }[];
  readonly strengths: readonly string[];
  readonly supportEmail: string;
  /** The footer's links; none until a super admin sets them. */
  readonly credits: readonly { readonly label: string; readonly href: string }[];
  readonly terms: LegalText;
  readonly privacy: LegalText;
}

export interface LegalText {
  readonly title: string;
  readonly updated: string;
  readonly sections: readonly { readonly heading: string; readonly text: string }[];
}

/** The branding without its legal pages, which only those who read them load. */
export const brandLines: Omit<Branding, "terms" | "privacy"> = {
  product: "Rokad",
  tagline: "Secure payments and payout platform",
  signInLine: "Secure payments and payouts platform",
  promise: "Every rupee, in and out, on one page.",
  claims: [
    { figure: "50M+", words: "processed monthly" },
    { figure: "10K+", words: "active users" },
  ],
  strengths: ["Bank-grade security", "Real-time analytics", "Multi-user support"],
  supportEmail: "support@example.com",
  credits: [],
};

export const legalTitles = { terms: "Terms of Service", privacy: "Privacy Policy" } as const;
