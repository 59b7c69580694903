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

/** The light theme's colour, for PDF files. */
export const brandColour = "#3848e8";

export const brand: Branding = {
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
  terms: {
    title: "Terms of Service",
    updated: "1 November 2026",
    sections: [
      {
        heading: "Who may use the console",
        text: "Accounts are opened for businesses and individuals in India by the operator of this installation. You sign in with your own mobile number and keep the codes sent to it to yourself.",
      },
      {
        heading: "Your wallet",
        text: "Funds reach your wallet by bank transfer from a whitelisted bank account and can be used for payouts. A deposit is credited once it has been verified.",
      },
      {
        heading: "Payouts",
        text: "You are responsible for the beneficiary's details. The amount, the platform fee and the GST on it are shown before you confirm, and nothing else is taken. A payout that fails is returned in full; a payout that succeeded can't be recalled.",
      },
      {
        heading: "Fair use",
        text: "Payouts that break Indian law, or that are meant to hide where money comes from, are not allowed and end the account.",
      },
    ],
  },
  privacy: {
    title: "Privacy Policy",
    updated: "1 November 2026",
    sections: [
      {
        heading: "What is kept",
        text: "Your name, mobile number and email, your bank accounts, and a record of every deposit and payout, because the law asks for books that can be checked.",
      },
      {
        heading: "Who sees it",
        text: "You, the operator of this installation, and the bank or payment provider that carries out a transfer. It is not sold, and no page of this console carries advertising or third-party tracking.",
      },
      {
        heading: "On this device",
        text: "Your session, your theme and the state of the side menu are kept in your browser. Signing out removes the session.",
      },
      {
        heading: "Your rights",
        text: "Ask for a copy of your data, or for its correction, at the support address below.",
      },
    ],
  },
};
