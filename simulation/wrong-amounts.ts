import type { WrongAmount } from "./simulation-event.ts";

/** The text of an answer, wrong in what it says about the amount of a payout. Others stay. */
export function changeAnswer(text: string, what: WrongAmount): string {
  const isAboutPayout = text.includes('"entity":"payout"') || text.includes('"transfer_amount":');
  return isAboutPayout ? changeAmount(text, what) : text;
}

/**
 * The text of an event about another amount, with the opposite outcome. If the product took it for
 * the payout's own, a payout would succeed that was never paid, or fail although it was.
 */
export function changeEvent(text: string): string {
  return changeAmount(text, "another amount").replaceAll(
    /processed|failed|SUCCESS|FAILED/g,
    (outcome) => opposites[outcome] ?? outcome,
  );
}

const opposites: Readonly<Record<string, string>> = {
  processed: "failed",
  failed: "processed",
  SUCCESS: "FAILED",
  FAILED: "SUCCESS",
};

function changeAmount(text: string, what: WrongAmount): string {
  switch (what) {
    case "another amount":
      // Far above every payout: a smaller amount of a return could be the truth about a part.
      return text.replaceAll(/"(amount|transfer_amount)":(\d)/g, '"$1":9999999$2');
    case "another currency":
      return text
        .replaceAll('"currency":"INR"', '"currency":"USD"')
        .replaceAll('"transfer_amount":', '"transfer_currency":"USD","transfer_amount":');
    case "no amount":
      return text.replaceAll(/"(amount|transfer_amount)":[\d.]+,/g, "");
  }
}
