import { type Branding, brandLines, legalTitles } from "./brand-lines.ts";

/** The light theme's colour, for PDF files. */
export const brandColour = "#3848e8";

/** The default branding. */
export const brand: Branding = {
  ...brandLines,
  terms: {
    title: legalTitles.terms,
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
    title: legalTitles.privacy,
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
