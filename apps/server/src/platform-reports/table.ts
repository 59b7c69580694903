/** What a column holds, so that each file can write it as what it is. */
export type ColumnKind = "text" | "paise" | "count" | "day" | "instant";

/** Text, paise or a number as a bigint, a day as `YYYY-MM-DD`, an instant. */
export type Value = string | bigint | Date | null;

export interface Column {
  readonly title: string;
  readonly kind: ColumnKind;
  /** In characters: as wide as what usually stands in it. */
  readonly width: number;
}

export interface Row {
  readonly values: readonly Value[];
  /** The line that others add up to. */
  readonly isTotal?: true;
}

/** A report before it is a file. */
export interface Table {
  readonly columns: readonly Column[];
  /** Read once, while the file is made. */
  readonly rows: AsyncIterable<Row>;
  /** What the figures mean and which sums hold: sentences. */
  readonly notes: readonly string[];
}

/** Days in Asia/Kolkata, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** What a report has while its rows are read. */
export interface Making extends Period {
  /** Tells how far it is. */
  readonly progress: (done: number, total: number) => void;
}
