/** The type of a column's values, so that each file format can write them properly. */
export type ColumnKind = "text" | "paise" | "count" | "day" | "instant";

/** Text, paise or a number as a bigint, a day as `YYYY-MM-DD`, an instant. */
export type Value = string | bigint | Date | null;

export interface Column {
  readonly title: string;
  readonly kind: ColumnKind;
  /** In characters, for the usual content. */
  readonly width: number;
}

export interface Row {
  readonly values: readonly Value[];
  /** The row is a total of others. */
  readonly isTotal?: true;
}

/** A report, independent of the file format. */
export interface Table {
  readonly columns: readonly Column[];
  /** Read once, while the file is created. */
  readonly rows: AsyncIterable<Row>;
  /** Sentences on the meaning of the figures and their sums. */
  readonly notes: readonly string[];
}

/** Days in Asia/Kolkata, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The context of a report while its rows are read. */
export interface ReportContext extends Period {
  /** Reports the progress. */
  readonly progress: (done: number, total: number) => void;
}
