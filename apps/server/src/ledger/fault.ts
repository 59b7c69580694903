/** A violation of a rule. `where` names the row, so that a person can inspect it. */
export interface Fault {
  readonly rule: string;
  readonly where: string;
}
