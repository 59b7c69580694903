import { limits } from "@rokad/contract/limits";
import type { PaymentRequest } from "@rokad/contract/payment-requests";
import { useState } from "react";
import { toast } from "../ui/toast.ts";
import { canApprove } from "./request-columns.tsx";

/** The requests to approve together, also of other pages. */
export interface ChosenRequests {
  readonly list: readonly PaymentRequest[];
  readonly isChosen: (row: PaymentRequest) => boolean;
  readonly toggle: (row: PaymentRequest) => void;
  /** Chooses these too, or none of them. */
  readonly setAll: (rows: readonly PaymentRequest[], isChosen: boolean) => void;
  readonly clear: () => void;
}

/**
 * @param rows those on the screen. One that changed, or that the person can't approve any more, is no
 *   longer chosen: what a person signs is what they saw when they chose it.
 */
export function useChosenRequests(rows: readonly PaymentRequest[]): ChosenRequests {
  const [kept, setKept] = useState<readonly PaymentRequest[]>([]);
  const list = keepUnchanged(kept, rows);
  const isChosen = ({ id }: PaymentRequest) => list.some((one) => one.id === id);

  function set(next: readonly PaymentRequest[]): void {
    const most = limits.approvalsAtOnceMax;
    if (next.length > most) toast.info(`Choose at most ${most} at once`);
    setKept(next.slice(0, most));
  }

  return {
    list,
    isChosen,
    toggle: (row) => set(isChosen(row) ? list.filter(({ id }) => id !== row.id) : [...list, row]),
    setAll: (all, chosen) => {
      const others = list.filter(({ id }) => all.every((row) => row.id !== id));
      set(chosen ? [...others, ...all] : others);
    },
    clear: () => setKept([]),
  };
}

/** Those that are on another page, or on this one with the same content. */
export function keepUnchanged(
  chosen: readonly PaymentRequest[],
  rows: readonly PaymentRequest[],
): PaymentRequest[] {
  return chosen.filter(({ id, content_hash: hash }) => {
    const row = rows.find((one) => one.id === id);
    return !row || (row.content_hash === hash && canApprove(row));
  });
}
