import { formatMoney } from "@rokad/money/format";
import { ApiError } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";

export function payoutLimitExceeded(limitPaise: bigint): ApiError {
  return limitExceeded(`The API key may send ${short(limitPaise)} per payout.`);
}

export function dayLimitExceeded(limitPaise: bigint, usedPaise: bigint): ApiError {
  return limitExceeded(
    `The API key may send ${short(limitPaise)} per day in India and has sent ${short(usedPaise)} today.`,
  );
}

const short = (paise: bigint) => formatMoney(inr(paise), { trailingZeros: false });
const limitExceeded = (message: string) => new ApiError(422, "KEY_LIMIT_EXCEEDED", message);
