import { useEffect, useRef, useState } from "react";
import { useBankOfIfsc } from "./bank-of-ifsc.tsx";

interface BankNameField {
  /** The IFSC code typed so far. */
  ifscCode: string;
  /** The form's initial bank name. */
  initial?: string | undefined;
  read: () => string | undefined;
  write: (bankName: string) => void;
}

/**
 * Fills in the bank name of a form from its IFSC code, unless the user typed a name.
 * `submitWhenKnown` delays a submit during the lookup, so that no error asks for a name that is
 * about to be filled in; `isSubmitDelayed` is true meanwhile.
 */
export function useBankName({ ifscCode, initial = "", read, write }: BankNameField) {
  const bank = useBankOfIfsc(ifscCode);
  const { bankName, isLoading } = bank;
  const filledIn = useRef(initial);
  const form = useRef({ read, write });
  const delayedSubmit = useRef<() => void>(undefined);
  const [delayedCode, setDelayedCode] = useState("");

  useEffect(() => {
    form.current = { read, write };
  });

  useEffect(() => {
    const current = form.current.read() ?? "";
    // A typed name stays; the bank of an earlier code is replaced.
    if (!bankName || (current !== "" && current !== filledIn.current)) return;
    filledIn.current = bankName;
    if (current !== bankName) form.current.write(bankName);
  }, [bankName]);

  useEffect(() => {
    if (isLoading) return;
    const run = delayedSubmit.current;
    delayedSubmit.current = undefined;
    run?.();
  }, [isLoading]);

  const submitWhenKnown = (run: () => void) => {
    const current = read() ?? "";
    const hasTypedName = current !== "" && current !== filledIn.current;
    if (!isLoading || hasTypedName) return run();
    delayedSubmit.current = run;
    setDelayedCode(ifscCode);
  };
  return { bank, isSubmitDelayed: isLoading && delayedCode === ifscCode, submitWhenKnown };
}
