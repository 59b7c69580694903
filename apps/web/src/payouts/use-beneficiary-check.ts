import type { AccountCheck } from "@rokad/contract/account-check";
import { checkBeneficiary } from "@rokad/contract/account-checks";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { useEffect, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";

/** The server answers within six seconds; a slow connection delays the payout by seven at most. */
const waitMs = 7_000;

const noAnswerText = t`We could not reach the server.`;

type CheckResult = Pick<
  AccountCheck,
  "verdict" | "name_at_bank" | "match_score" | "match" | "reason"
>;

/** The bank's answer about the beneficiary; undefined while it is loading. Never fails. */
export function useBeneficiaryCheck(order: PayoutOrder): CheckResult | undefined {
  const [result, setResult] = useState<CheckResult>();

  useEffect(() => {
    // The first answer counts: the timeout or the server's.
    const finish = (answer: CheckResult) => setResult((first) => first ?? answer);
    const timer = setTimeout(() => finish(unknownResult(noAnswerText)), waitMs);
    const request = send(checkBeneficiary, { body: toBeneficiary(order) });
    void request.then(
      ({ data }) => finish(data),
      (error: unknown) => finish(unknownResult(messageOf(error, noAnswerText))),
    );
    return () => {
      clearTimeout(timer);
      setResult(undefined);
    };
  }, [order]);

  return result;
}

function unknownResult(reason: string): CheckResult {
  return { verdict: "unknown", name_at_bank: null, match_score: null, match: "unknown", reason };
}

function toBeneficiary(order: PayoutOrder) {
  const { beneficiary_name } = order;
  return order.method === "upi"
    ? { method: order.method, beneficiary_name, upi_id: order.upi_id }
    : {
        method: order.method,
        beneficiary_name,
        account_number: order.account_number,
        ifsc_code: order.ifsc_code,
      };
}
