import type { AccountCheck } from "@rokad/contract/account-check";
import { checkBeneficiary } from "@rokad/contract/account-checks";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { useEffect, useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";

/** The server answers within six seconds; a line that is slower than that keeps nobody. */
const waitMs = 7_000;

const notHeard = "We did not reach the server.";

type Told = Pick<AccountCheck, "verdict" | "name_at_bank" | "match_score" | "match" | "reason">;

/** What the bank says of where the money goes; undefined while it is asked. Never fails. */
export function useBeneficiaryCheck(order: PayoutOrder): Told | undefined {
  const [told, setTold] = useState<Told>();

  useEffect(() => {
    const tell = (answer: Told) => setTold((before) => before ?? answer);
    const timer = setTimeout(() => tell(untold(notHeard)), waitMs);
    const asking = send(checkBeneficiary, { body: beneficiaryOf(order) });
    void asking.then(
      ({ data }) => tell(data),
      (error: unknown) => tell(untold(messageOf(error, notHeard))),
    );
    return () => {
      clearTimeout(timer);
      setTold(undefined);
    };
  }, [order]);

  return told;
}

function untold(reason: string): Told {
  return { verdict: "unknown", name_at_bank: null, match_score: null, match: "unknown", reason };
}

function beneficiaryOf(order: PayoutOrder) {
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
