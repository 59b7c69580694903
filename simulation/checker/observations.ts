import type { BankObservation } from "./bank-observations.ts";
import type { HistoryObservation } from "./history-observations.ts";
import type { RequestObservation } from "./request-observations.ts";
import type { TeamObservation } from "./team-observations.ts";

/**
 * What a client was answered or a bank did. Amounts are whole paise, times are real milliseconds. A
 * new kind of act is a new kind of observation, an entry in `wallet-effects.ts` if it moves a
 * wallet, and a claim if it has a rule of its own.
 */
export type Observation =
  | RequestObservation
  | HistoryObservation
  | BankObservation
  | TeamObservation;

export type ObservationOf<K extends Observation["kind"]> = Extract<
  Observation,
  { readonly kind: K }
>;
