import type { TakesEffect } from "@rokad/contract/proposals";
import { t } from "../../super-admin-language.ts";

/** How a change takes effect that the person proposes now. */
export interface ChangeEffect {
  readonly how: TakesEffect;
  /** The waiting time when nobody else can confirm. */
  readonly waitingHours: number;
}

/** "24 hours". */
export function hoursText({ waitingHours }: ChangeEffect): string {
  return waitingHours === 1 ? t`1 hour` : t`${waitingHours} hours`;
}
