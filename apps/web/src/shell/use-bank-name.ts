import { useEffect, useRef, useState } from "react";
import { useBankOfIfsc } from "./bank-of-ifsc.tsx";

interface BankNameField {
  /** The IFSC code as typed so far. */
  ifscCode: string;
  /** The bank's name that the form began with. */
  initial?: string | undefined;
  read: () => string | undefined;
  write: (bankName: string) => void;
}

/**
 * Writes the bank behind a form's IFSC code into the form, unless the person wrote a name of their
 * own. `whenKnown` holds a submit while the bank is being looked up, so that nobody is told to type
 * what is about to be filled in; `held` is true meanwhile.
 */
export function useBankName({ ifscCode, initial = "", read, write }: BankNameField) {
  const bank = useBankOfIfsc(ifscCode);
  const { bankName, asking } = bank;
  const filledIn = useRef(initial);
  const form = useRef({ read, write });
  const submit = useRef<() => void>(undefined);
  const [heldCode, setHeldCode] = useState("");

  useEffect(() => {
    form.current = { read, write };
  });

  useEffect(() => {
    const current = form.current.read() ?? "";
    // What the person wrote themselves stays; an earlier code's bank does not.
    if (!bankName || (current !== "" && current !== filledIn.current)) return;
    filledIn.current = bankName;
    if (current !== bankName) form.current.write(bankName);
  }, [bankName]);

  useEffect(() => {
    if (asking) return;
    const go = submit.current;
    submit.current = undefined;
    go?.();
  }, [asking]);

  const whenKnown = (go: () => void) => {
    const current = read() ?? "";
    const ownWords = current !== "" && current !== filledIn.current;
    if (!asking || ownWords) return go();
    submit.current = go;
    setHeldCode(ifscCode);
  };
  return { bank, held: asking && heldCode === ifscCode, whenKnown };
}
