import { revealCreditSender, type SuspendedCredit } from "@rokad/contract/suspense";
import { useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { Money } from "../ui/money.tsx";
import { toast } from "../ui/toast.ts";
import { statusWords } from "./words.ts";

/** All that is known of a credit. */
export function CreditFacts({ of: row }: { of: SuspendedCredit }) {
  const { sender } = row;
  return (
    <Details
      of={[
        { label: "Amount", value: <Money value={row.amount} className="font-semibold" /> },
        {
          label: "UTR",
          value:
            row.utr_reference === null ? (
              (row.bank_reference ?? "Not told")
            ) : (
              <Copyable value={row.utr_reference} label="UTR Reference" />
            ),
        },
        { label: "Sent", value: formatDayAndTime(row.sent_at) },
        { label: "Came through", value: row.provider },
        sender !== null && { label: "Sender", value: sender.name ?? "Name not told" },
        sender !== null && { label: "Account number", value: <SenderNumber of={row} /> },
        sender !== null && { label: "IFSC", value: sender.ifsc_code },
        sender?.bank_name != null && { label: "Bank", value: sender.bank_name },
        row.status !== "pending" && { label: "Status", value: statusWords[row.status] },
        row.tenant !== null && { label: "Tenant", value: row.tenant.name },
        row.return_utr !== null && { label: "UTR of the return", value: row.return_utr },
        row.decided_by !== null && { label: "Decided by", value: row.decided_by },
        row.decided_at !== null && { label: "Decided", value: formatDayAndTime(row.decided_at) },
        row.note !== null && { label: "Reason", value: row.note },
      ]}
    />
  );
}

/** Masked, until somebody asks for the whole number; the security log keeps who did. */
function SenderNumber({ of: { id, sender } }: { of: SuspendedCredit }) {
  const [whole, setWhole] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function reveal() {
    setBusy(true);
    try {
      setWhole((await send(revealCreditSender, { params: { id } })).data.account_number);
    } catch (error) {
      toast.error(messageOf(error, "Failed to reveal the account number"));
    } finally {
      setBusy(false);
    }
  }

  return (
    <span className="inline-flex items-center gap-2 tabular-nums">
      {whole === undefined ? (
        sender?.account_number
      ) : (
        <Copyable value={whole} label="Account number" />
      )}
      <Button
        variant="link"
        size="text"
        busy={busy}
        title={whole === undefined ? "The security log keeps who looked" : undefined}
        onClick={() => (whole === undefined ? void reveal() : setWhole(undefined))}
      >
        {whole === undefined ? "Reveal" : "Hide"}
      </Button>
    </span>
  );
}
