import { useEffect, useState } from "react";

type Money = { readonly amount: number; readonly currency: string };
type InWords = (value: Money) => string;

let inWords: InWords | undefined;

/** The amount in Indian English, under its field. The dictionary loads on first use. */
export function AmountInWords({ value }: { value: Money | undefined }) {
  const [words, setWords] = useState(() => inWords);

  useEffect(() => {
    if (!value || words) return;
    let unmounted = false;
    void import("@rokad/money/words").then(({ amountInWords }) => {
      inWords = amountInWords;
      if (!unmounted) setWords(() => amountInWords);
    });
    return () => {
      unmounted = true;
    };
  }, [value, words]);

  if (!value || !words) return null;
  return words(value);
}
