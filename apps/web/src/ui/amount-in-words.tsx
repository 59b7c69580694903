import { useEffect, useState } from "react";
import { language } from "../locale.ts";

type Money = { readonly amount: number; readonly currency: string };
type InWords = (value: Money) => string;

let inWords: InWords | undefined;

const load = async (): Promise<InWords> =>
  language === "hi"
    ? (await import("@rokad/money/words-hindi")).amountInHindiWords
    : (await import("@rokad/money/words")).amountInWords;

/** The amount in words, under its field. The dictionary loads on first use. */
export function AmountInWords({ value }: { value: Money | undefined }) {
  const [words, setWords] = useState(() => inWords);

  useEffect(() => {
    if (!value || words) return;
    let unmounted = false;
    void load().then((amountInWords) => {
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
