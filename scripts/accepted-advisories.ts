/** An advisory that does not concern us, or that has no fix yet. It fails the check after `until`. */
export interface AcceptedAdvisory {
  readonly name: string;
  /** The advisory's address in the snapshot. */
  readonly url: string;
  readonly reason: string;
  /** The last day, as YYYY-MM-DD. */
  readonly until: string;
}

/** A shipped package that the registry can't be asked about. It fails the check after `until`. */
export interface UnaskedPackage {
  readonly name: string;
  readonly version: string;
  readonly reason: string;
  /** The last day, as YYYY-MM-DD. */
  readonly until: string;
}

export const acceptedAdvisories: readonly AcceptedAdvisory[] = [];
export const unaskedPackages: readonly UnaskedPackage[] = [];
