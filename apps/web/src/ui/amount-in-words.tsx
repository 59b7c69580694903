import { useEffect, useState } from "react";

type Money = { readonly amount: number; readonly currency: string };
type InWords = (value: Money) => string;

let inWords: InWords | undefined;

/** The amount in Indian English, under the field where it is typed. Its dictionary comes when first needed. */
export function AmountInWords({ value }: { value: Money | undefined }) {
  const [words, setWords] = useState(() => inWords);

  useEffect(() => {
    if (!value || words) return;
    let gone = false;
    void import("@rokad/money/words").then(({ amountInWords }) => {
      inWords = amountInWords;
      if (!gone) setWords(() => amountInWords);
    });
    return () => {
      gone = true;
    };
  }, [value, words]);

  if (!value || !words) return null;
  return words(value);
}
