import type { Answer } from "@rokad/contract/call";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { reviewPayout } from "@rokad/contract/payout-review";
import { useEffect, useState } from "react";
import { send } from "../api/client.ts";

export type PayoutReview = Answer<typeof reviewPayout>["data"];

/**
 * What the server knows of the account: an earlier payout, and who has it saved. Undefined until it
 * answers, and without an answer: the server itself rejects what needs a reason.
 */
export function usePayoutReview(order: PayoutOrder): PayoutReview | undefined {
  const [review, setReview] = useState<PayoutReview>();
  useEffect(() => {
    let isOver = false;
    const { amount } = order;
    const body =
      order.method === "upi"
        ? { method: order.method, upi_id: order.upi_id, amount }
        : {
            method: order.method,
            account_number: order.account_number,
            ifsc_code: order.ifsc_code,
            amount,
          };
    void send(reviewPayout, { body }).then(
      ({ data }) => !isOver && setReview(data),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [order]);
  return review;
}
