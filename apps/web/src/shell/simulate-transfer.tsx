import { simulateCredit } from "@rokad/contract/sandbox";
import { useState } from "react";
import { ApiError, messageOf } from "../api/api-error.ts";
import { sendOnce } from "../api/send-once.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { useStepFocus } from "../ui/use-step-focus.ts";
import { SimulatedTransfer } from "./simulated-transfer.tsx";
import { usePlaySenders, type PlaySender } from "./use-play-senders.ts";

interface SimulateTransferProps {
  number: string;
  tenant: { readonly name: string; readonly phone: string } | undefined;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

/** Somebody whose account nobody has approved, so that their money is seen to wait in suspense. */
const stranger = { account_number: "00450100099001", ifsc_code: "HDFC0000001", name: "A STRANGER" };

/** Has play money sent to a virtual account, and says what became of it. */
export function SimulateTransfer(props: SimulateTransferProps) {
  const { number, tenant, open, onClose, onClosed } = props;
  const senders = usePlaySenders(tenant?.phone);
  const [amount, setAmount] = useState<number>();
  const [chosen, setChosen] = useState<string>();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [utr, setUtr] = useState<string>();
  const [first, nameFirst] = useStepFocus(utr === undefined ? "form" : "told", open);
  const from = chosen ?? senders?.[0]?.id ?? (senders && "stranger");

  async function transfer() {
    setBusy(true);
    setErrors({});
    setProblem(undefined);
    try {
      // Without an amount the server says so under the field.
      const body = { account_number: number, amount: amount as number, ...senderOf(from) };
      const { data } = await sendOnce(simulateCredit, { body });
      setUtr(data.utr_reference);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) {
        setProblem(messageOf(error, "We have not heard back. Sent again, it arrives once."));
      }
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      closable={!busy}
      initialFocus={first}
      size="sm"
      title="Simulate a transfer"
      description={`Play money to ${tenant ? `the account of ${tenant.name}` : "your account"}, ${number}`}
    >
      {utr === undefined ? (
        <form
          className="contents"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void transfer();
          }}
        >
          <DialogBody className="grid gap-4">
            <Field label="Amount" required error={errors["amount"]}>
              <AmountInput ref={nameFirst} value={amount} onValueChange={setAmount} />
            </Field>
            <Field
              label="Sent from"
              required
              error={errors["from_bank_account"]}
              hint="Only an approved bank account is credited by itself"
            >
              <Select
                options={optionsOf(senders)}
                value={from ?? null}
                placeholder="Loading bank accounts..."
                disabled={senders === undefined}
                onValueChange={setChosen}
              />
            </Field>
            {problem && (
              <div role="alert">
                <Notice tone="bad" title={problem} />
              </div>
            )}
          </DialogBody>
          <DialogFooter>
            <Button variant="secondary" disabled={busy} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" busy={busy} busyLabel="Sending..." disabled={from === undefined}>
              Send the transfer
            </Button>
          </DialogFooter>
        </form>
      ) : (
        <SimulatedTransfer
          utr={utr}
          first={nameFirst}
          isSuperAdmin={tenant !== undefined}
          onAgain={() => setUtr(undefined)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function optionsOf(senders: readonly PlaySender[] | undefined) {
  return [
    ...(senders ?? []).map(({ id, words }) => ({ value: id, label: words })),
    { value: "stranger", label: "An unknown account" },
    { value: "nobody", label: "The bank does not say who" },
  ];
}

function senderOf(from: string | undefined) {
  if (from === "stranger") return { sender: stranger };
  if (from === "nobody") return {};
  return { from_bank_account: from };
}
