import { simulateCredit } from "@rokad/contract/sandbox";
import { useState } from "react";
import { t } from "../../language.ts";
import { ApiError, messageOf } from "../../api/api-error.ts";
import { sendIdempotent } from "../../api/send-idempotent.ts";
import { AmountInput } from "../../ui/amount-input.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import { useStepFocus } from "../../ui/use-step-focus.ts";
import { SimulatedTransfer } from "./simulated-transfer.tsx";
import { useSandboxSenders, type SandboxSender } from "./use-sandbox-senders.ts";

interface SimulateTransferProps {
  number: string;
  tenant: { readonly name: string; readonly phone: string } | undefined;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

/** A sender without an approved account, whose money goes to suspense. */
const unknownSender = {
  account_number: "00450100099001",
  ifsc_code: "HDFC0000001",
  name: "A STRANGER",
};

/** Sends test money to a virtual account and shows the result. */
export function SimulateTransfer(props: SimulateTransferProps) {
  const { number, tenant, open, onClose, onClosed } = props;
  const senders = useSandboxSenders(tenant?.phone);
  const [amount, setAmount] = useState<number>();
  const [chosen, setChosen] = useState<string>();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [utr, setUtr] = useState<string>();
  const [first, nameFirst] = useStepFocus(utr === undefined ? "form" : "result", open);
  const from = chosen ?? senders?.[0]?.id ?? (senders && "unknown");

  async function transfer() {
    setBusy(true);
    setErrors({});
    setProblem(undefined);
    try {
      // Without an amount the server returns the field message.
      const body = { account_number: number, amount: amount as number, ...senderOf(from) };
      const { data } = await sendIdempotent(simulateCredit, { body });
      setUtr(data.utr_reference);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) {
        setProblem(messageOf(error, t`No response yet. Sending again does not credit twice.`));
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
      title={t`Simulate a transfer`}
      description={
        tenant
          ? t`Test money to the account of ${tenant.name}, ${number}`
          : t`Test money to your account, ${number}`
      }
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
            <Field label={t`Amount`} required error={errors["amount"]}>
              <AmountInput ref={nameFirst} value={amount} onValueChange={setAmount} />
            </Field>
            <Field
              label={t`Sent from`}
              required
              error={errors["from_bank_account"]}
              hint={t`Only approved bank accounts are credited automatically`}
            >
              <Select
                options={optionsOf(senders)}
                value={from ?? null}
                placeholder={t`Loading bank accounts...`}
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
              {t`Cancel`}
            </Button>
            <Button
              type="submit"
              busy={busy}
              busyLabel={t`Sending...`}
              disabled={from === undefined}
            >
              {t`Send the transfer`}
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

function optionsOf(senders: readonly SandboxSender[] | undefined) {
  return [
    ...(senders ?? []).map(({ id, label }) => ({ value: id, label })),
    { value: "unknown", label: t`Unknown account` },
    { value: "none", label: t`No sender details` },
  ];
}

function senderOf(from: string | undefined) {
  if (from === "unknown") return { sender: unknownSender };
  if (from === "none") return {};
  return { from_bank_account: from };
}
