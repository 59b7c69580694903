/** What a person signs: what the path of a call has, and its body. */
export interface SignedAct {
  readonly id?: string;
  /** What the path has besides the id. */
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Changes what the body says that the person read, as other people would meanwhile. */
  readonly outdate?: () => Promise<unknown>;
}

/** Creates an act at each call, with other items or another content than the one before. */
export type SignedRows = Readonly<Record<string, () => Promise<SignedAct>>>;
