/** An e-mail before its look: plain texts, of which none is HTML. */
export interface EmailDraft {
  /** The subject and the heading. */
  readonly title: string;
  /** Paragraphs before the items. One without a mark at its end gets a full stop. */
  readonly intro: readonly string[];
  /** A large line, such as a code to enter. */
  readonly code?: string;
  readonly items?: readonly {
    readonly title: string;
    readonly text: string;
    /** A page of the console. */
    readonly page: string | null;
  }[];
  readonly button?: { readonly label: string; readonly page: string };
  /** Why the person gets it, and where to change that. */
  readonly footer: readonly string[];
  readonly footerLink?: { readonly label: string; readonly page: string };
}
