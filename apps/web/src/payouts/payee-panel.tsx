import { getPayee, type Payee } from "@rokad/contract/beneficiary-ways";
import { listBeneficiaries, type Beneficiary } from "@rokad/contract/beneficiaries";
import { limits } from "@rokad/contract/limits";
import type { PayoutForm } from "@rokad/contract/payout-form";
import { Search } from "lucide-react";
import { useDeferredValue, useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useWatch } from "react-hook-form";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { useApi } from "../api/use-api.ts";
import { fieldsOfPayee, type PayoutDraft } from "../common/payouts/start-payout.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { maskAccount } from "../ui/mask.ts";
import { Notice } from "../ui/notice.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";
import { hasPayee } from "./choose-request.ts";
import type { PayoutFormState } from "./payout-form.ts";

interface PayeePanelProps {
  form: PayoutFormState;
  isSearching: boolean;
  onSearch: (isSearching: boolean) => void;
}

/** Above the form: the saved beneficiary that filled it in, and the search for another one. */
export function PayeePanel({ form, isSearching, onSearch }: PayeePanelProps) {
  const { payee, note, ...values } = useWatch({ control: form.control }) as PayoutDraft;

  function fill(next: Payee) {
    // Amount, purpose and remarks stay: the person may have typed them first.
    const blank = { upi_id: "", account_number: "", ifsc_code: "" };
    const contact = { beneficiary_email: "", beneficiary_phone: "", beneficiary_address: "" };
    const filled = { ...blank, ...contact, ...fieldsOfPayee(next), note: undefined };
    for (const [name, value] of Object.entries(filled))
      form.setValue(name as keyof PayoutForm, value as never, { shouldDirty: true });
    form.clearErrors();
    onSearch(false);
    form.setFocus("amount");
  }

  return (
    <div className="grid gap-3">
      {note && (
        <Notice tone="warn" title="This payout failed">
          {note}
        </Notice>
      )}
      {isSearching ? (
        <PayeeSearch onChoose={fill} onClose={() => onSearch(false)} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 text-sm">
            {!payee ? (
              <span className="text-muted">Check the details before you send again.</span>
            ) : hasPayee(values, payee) ? (
              <>
                To <span className="font-medium">{payee.beneficiary_name}</span>{" "}
                <span className="text-muted tabular-nums">{accountOf(payee)}</span>
              </>
            ) : (
              <span className="text-muted">
                You changed the details of {payee.beneficiary_name}. This pays what you entered.
              </span>
            )}
          </p>
          <Button variant="secondary" size="sm" onClick={() => onSearch(true)}>
            {payee ? "Change" : "Choose a beneficiary"}
          </Button>
        </div>
      )}
    </div>
  );
}

function accountOf({ upi_id, account_number }: Payee): string {
  return upi_id ?? maskAccount(account_number ?? "");
}

interface PayeeSearchProps {
  onChoose: (payee: Payee) => void;
  onClose: () => void;
}

function PayeeSearch({ onChoose, onClose }: PayeeSearchProps) {
  const [text, setText] = useState("");
  const [chosenId, setChosenId] = useState<string>();
  const search = useDeferredValue(text.trim());
  const { data, error } = useApi(
    listBeneficiaries,
    { query: { ...(search && { search }), limit: 8 } },
    { keepPrevious: true, onFocus: false },
  );
  const panel = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  /** The arrow keys move between the search and its results. */
  function onKey(event: KeyboardEvent<HTMLElement>) {
    if (event.key === "Escape") onClose();
    // Enter in the search would submit the payout's form.
    if (event.key === "Enter" && event.currentTarget === input.current) event.preventDefault();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const stops = [...(panel.current?.querySelectorAll<HTMLElement>("input, [data-payee]") ?? [])];
    const next = step && stops[stops.indexOf(event.currentTarget) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  async function choose({ id, default_way }: Beneficiary) {
    if (!default_way || chosenId) return;
    setChosenId(id);
    try {
      const { data: payee } = await send(getPayee, { params: { id, way_id: default_way.id } });
      onChoose(payee);
    } catch (failure) {
      setChosenId(undefined);
      toast.error(messageOf(failure, "We could not reach the server. Try again."));
    }
  }

  return (
    <div ref={panel} className="grid gap-2">
      <Field
        label="Beneficiary"
        hint="Name, last 4 digits of the account, or UPI ID"
        aside={
          <button type="button" className="text-brand-ink hover:underline" onClick={onClose}>
            Close
          </button>
        }
      >
        <TextInput
          ref={input}
          type="search"
          leading={<Search aria-hidden />}
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.searchCharsMax}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
        />
      </Field>
      <p role="status" className="sr-only">
        {data ? `${data.data.length} beneficiaries` : ""}
      </p>
      {error && !data ? (
        <p className="text-dense text-bad">{messageOf(error, "Failed to load beneficiaries")}</p>
      ) : !data ? (
        <Spinner />
      ) : data.data.length === 0 ? (
        <p className="text-dense text-muted">
          {search
            ? "No beneficiary matches. Enter the details below."
            : "No saved beneficiaries yet. Enter the details below and save them as you pay."}
        </p>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-card border border-line">
          {data.data.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                data-payee
                disabled={!row.default_way}
                aria-busy={chosenId === row.id || undefined}
                onClick={() => void choose(row)}
                onKeyDown={onKey}
                className="flex min-h-12 w-full items-center justify-between gap-4 px-3.5 py-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2 disabled:text-muted"
              >
                <span className="min-w-0 truncate">
                  <span className="font-medium">{row.name}</span>
                  {row.short_name && <span className="text-muted"> · {row.short_name}</span>}
                </span>
                <span className="max-w-1/2 shrink-0 truncate text-dense text-muted tabular-nums">
                  {row.default_way?.account ?? "No account"}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
