import { getPayee, type Payee } from "@rokad/contract/payout-destinations";
import { listBeneficiaries, type Beneficiary } from "@rokad/contract/beneficiaries";
import { limits } from "@rokad/contract/limits";
import { formatMoney } from "@rokad/money/format";
import { Search } from "lucide-react";
import { useDeferredValue, useEffect, useRef, useState, type KeyboardEvent } from "react";
import { t } from "../../language.ts";
import { messageOf } from "../../api/api-error.ts";
import { send } from "../../api/client.ts";
import { useApi } from "../../api/use-api.ts";
import { Field } from "../../ui/field.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { toast } from "../../ui/toast.ts";

interface PayeeSearchProps {
  onChoose: (payee: Payee) => void;
  onClose: () => void;
  /** What to do instead where nobody is found or saved. */
  otherwise: { readonly unknown: string; readonly none: string };
  error?: string | undefined;
}

/** Finds a saved beneficiary, with the way that payouts take by default. */
export function PayeeSearch({ onChoose, onClose, otherwise, error: fault }: PayeeSearchProps) {
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
    if (event.key === "Escape") {
      // It closes the search, not the form around it.
      event.stopPropagation();
      onClose();
    }
    // Enter in the search would submit the payout's form.
    if (event.key === "Enter" && event.currentTarget === input.current) event.preventDefault();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const stops = [...(panel.current?.querySelectorAll<HTMLElement>("input, [data-payee]") ?? [])];
    const next = step && stops[stops.indexOf(event.currentTarget) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  async function choose({ id, default_destination }: Beneficiary) {
    if (!default_destination || chosenId) return;
    setChosenId(id);
    try {
      const { data: payee } = await send(getPayee, {
        params: { id, destination_id: default_destination.id },
      });
      // Closed meanwhile, it must not replace what the person chose or typed since.
      if (panel.current) onChoose(payee);
    } catch (failure) {
      setChosenId(undefined);
      toast.error(messageOf(failure, t`We could not reach the server. Try again.`));
    }
  }

  return (
    <div ref={panel} className="grid gap-2">
      <Field
        label={t`Beneficiary`}
        hint={t`Name, last 4 digits of the account, or UPI ID`}
        error={fault}
        aside={
          <button type="button" className="text-brand-ink hover:underline" onClick={onClose}>
            {t`Close`}
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
        {data ? t`${data.data.length} beneficiaries` : ""}
      </p>
      {error && !data ? (
        <p className="text-dense text-bad">{messageOf(error, t`Failed to load beneficiaries`)}</p>
      ) : !data ? (
        <Spinner />
      ) : data.data.length === 0 ? (
        <p className="text-dense text-muted">
          {search
            ? t`No beneficiary matches. ${otherwise.unknown}`
            : t`No saved beneficiaries yet. ${otherwise.none}`}
        </p>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-card border border-line">
          {data.data.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                data-payee
                disabled={!row.default_destination}
                aria-busy={chosenId === row.id || undefined}
                onClick={() => void choose(row)}
                onKeyDown={onKey}
                className="flex min-h-12 w-full items-center justify-between gap-4 px-3.5 py-2 text-left text-sm hover:bg-hover focus-visible:-outline-offset-2 disabled:text-muted"
              >
                <span className="min-w-0 truncate">
                  <span className="font-medium">{row.name}</span>
                  {row.short_name && <span className="text-muted"> · {row.short_name}</span>}
                </span>
                <span className="max-w-1/2 shrink-0 text-right text-dense text-muted tabular-nums">
                  <span className="block truncate">
                    {row.default_destination?.account ?? t`No account`}
                  </span>
                  {row.default_destination?.cooling && (
                    <span className="block truncate text-xs text-warn">
                      {t`New: at most ${formatMoney(row.default_destination.cooling.at_most, {
                        trailingZeros: false,
                      })}`}
                    </span>
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
