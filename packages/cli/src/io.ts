/** What a command reads and writes; a test gives its own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A line of the result. */
  readonly print: (line: string) => void;
  /** A line for the person, beside the result. */
  readonly note: (line: string) => void;
  /** A line that is typed or piped, without showing it. */
  readonly readSecret: (question: string) => Promise<string>;
  /** Aborts when the person presses Ctrl-C. */
  readonly signal: AbortSignal;
}
