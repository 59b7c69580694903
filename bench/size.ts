/** How long a benchmark may take. */
export interface Size {
  /** Shows in a minute that it works; its figures say nothing. */
  readonly isShort: boolean;
}
