import { Button } from "../ui/button.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";

const steps = [
  {
    title: "Transfer from your bank",
    text: "By NEFT, RTGS or IMPS, from one of your approved bank accounts. Transfers from other accounts are not processed.",
  },
  {
    title: "Tell us the UTR reference",
    text: "Your bank shows it once the transfer is made: 12 to 22 letters and digits.",
  },
  {
    title: "We verify and credit your wallet",
    text: "You find the request in Deposit History meanwhile.",
  },
];

export function DepositIntro({
  onCancel,
  onContinue,
}: {
  onCancel: () => void;
  onContinue: () => void;
}) {
  return (
    <>
      <DialogBody>
        <ol className="grid gap-4">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="flex gap-3.5">
              <span
                aria-hidden
                className="flex size-7 shrink-0 items-center justify-center rounded-full bg-brand-soft text-dense font-semibold text-brand-ink tabular-nums"
              >
                {index + 1}
              </span>
              <div className="pt-0.5">
                <p className="font-medium">{title}</p>
                <p className="mt-0.5 text-dense text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button onClick={onContinue}>Continue</Button>
      </DialogFooter>
    </>
  );
}
