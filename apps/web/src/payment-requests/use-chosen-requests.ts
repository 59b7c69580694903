import { limits } from "@rokad/contract/limits";
import type { PaymentRequest } from "@rokad/contract/payment-requests";
import { useState } from "react";
import { t } from "../language.ts";
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

/** What is on the screen. */
interface Shown {
  readonly rows: readonly PaymentRequest[];
  readonly page: number;
}

interface Choice {
  readonly request: PaymentRequest;
  /** The page on which it was chosen. */
  readonly page: number;
}

/**
 * @param shown One that changed, that the person can no longer approve, or that has left its page is no
 *   longer chosen: what a person signs is what they saw when they chose it.
 */
export function useChosenRequests(shown: Shown): ChosenRequests {
  const [kept, setKept] = useState<readonly Choice[]>([]);
  const choices = keepUnchanged(kept, shown);
  const list = choices.map(({ request }) => request);
  const isChosen = ({ id }: PaymentRequest) => list.some((one) => one.id === id);

  function set(next: readonly PaymentRequest[]): void {
    const most = limits.approvalsAtOnceMax;
    if (next.length > most) toast.info(t`Choose at most ${most} at once`);
    const pageOf = new Map(choices.map(({ request, page }) => [request.id, page]));
    setKept(
      next
        .slice(0, most)
        .map((request) => ({ request, page: pageOf.get(request.id) ?? shown.page })),
    );
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
  choices: readonly Choice[],
  { rows, page }: Shown,
): readonly Choice[] {
  return choices.filter((choice) => {
    const row = rows.find(({ id }) => id === choice.request.id);
    return row
      ? row.content_hash === choice.request.content_hash && canApprove(row)
      : choice.page !== page;
  });
}
