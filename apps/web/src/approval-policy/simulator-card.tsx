import {
  beneficiaryAges,
  payoutSources,
  type BandForm,
  type BeneficiaryAge,
  type PayoutSource,
} from "@rokad/contract/approval-policies";
import { simulateApproval, simulationForm } from "@rokad/contract/approval-simulation";
import type { Answer } from "@rokad/contract/call";
import { formatMoney } from "@rokad/money/format";
import { useState } from "react";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { toMoney } from "../ui/parse-rupees.ts";
import { Select } from "../ui/select.tsx";
import { methodNames, sourceNames } from "./band-sentences.ts";

interface SimulatorCardProps {
  /** The bands that are being edited; undefined for the policy in force. */
  bands: readonly BandForm[] | undefined;
  /** Whether payments to one account on one day count together. */
  countsDay: boolean;
  makers: readonly { id: string; name: string }[];
}

const methodOptions = [
  { value: "imps", label: "IMPS" },
  { value: "upi", label: "UPI" },
] as const;
const sourceOptions = payoutSources.map((value) => ({ value, label: sourceNames[value] }));
const ageLabels = { new: t`New`, known: t`Paid before` } as const;
const ageOptions = beneficiaryAges.map((value) => ({ value, label: ageLabels[value] }));

interface Result {
  key: string;
  question: string;
  answer: Answer<typeof simulateApproval>["data"];
}

/** Says what a payout would need, by the policy in force or the one that is being edited. */
export function SimulatorCard({ bands, countsDay, makers }: SimulatorCardProps) {
  const [amount, setAmount] = useState<number>();
  const [method, setMethod] = useState<"imps" | "upi">("imps");
  const [source, setSource] = useState<PayoutSource>("console");
  const [beneficiary, setBeneficiary] = useState<BeneficiaryAge>("new");
  const [chosenMaker, setMaker] = useState<string>();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [result, setResult] = useState<Result>();
  const [busy, setBusy] = useState(false);
  const maker = makers.find(({ id }) => id === chosenMaker) ?? makers[0];
  const key = JSON.stringify([amount, method, source, beneficiary, maker?.id, bands]);

  async function simulate() {
    const body = {
      ...(bands && { bands: [...bands] }),
      amount: amount ?? Number.NaN,
      method,
      source,
      beneficiary,
      ...(maker && { maker: maker.id }),
    };
    const invalid = simulationForm.safeParse(body).error?.issues ?? [];
    const found = Object.fromEntries(
      invalid.map((issue) => [String(issue.path[0]), issue.message]),
    );
    setErrors(found);
    setFailure(found["bands"] && t`The policy is not complete yet: ${found["bands"]}`);
    if (invalid.length > 0) return;
    setBusy(true);
    try {
      const { data } = await send(simulateApproval, { body });
      setResult({ key, question: describe(), answer: data });
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (!fields["amount"])
        setFailure(messageOf(error, t`We could not reach the server. Try again.`));
    } finally {
      setBusy(false);
    }
  }

  function describe(): string {
    const money = toMoney(amount);
    const to = beneficiary === "new" ? t`a new beneficiary` : t`a known beneficiary`;
    const by = maker ? t`, prepared by ${maker.name}` : "";
    return t`${money ? formatMoney(money, { trailingZeros: false }) : ""} by ${methodNames[method]} from ${sourceNames[source]} to ${to}${by}`;
  }

  return (
    <Card>
      <CardHeader
        title={t`Try a payout`}
        description={bands ? t`By the policy that you are editing` : t`By the policy in force`}
      />
      <CardBody>
        <form
          noValidate
          className="grid grid-cols-[minmax(0,1fr)] gap-3.5"
          onSubmit={(event) => {
            event.preventDefault();
            void simulate();
          }}
        >
          <Field
            label={t`Amount`}
            required
            error={errors["amount"]}
            hint={
              countsDay
                ? t`Add what already went to the account today`
                : t`Of a payout, or the total of a batch`
            }
          >
            <AmountInput value={amount} onValueChange={setAmount} />
          </Field>
          <div className="grid grid-cols-2 gap-3.5">
            <Field label={t`Method`}>
              <Select options={methodOptions} value={method} onValueChange={setMethod} />
            </Field>
            <Field label={t`Beneficiary`}>
              <Select options={ageOptions} value={beneficiary} onValueChange={setBeneficiary} />
            </Field>
            <Field label={t`Source`}>
              <Select options={sourceOptions} value={source} onValueChange={setSource} />
            </Field>
            {maker && (
              <Field label={t`Prepared by`}>
                <Select
                  options={makers.map(({ id, name }) => ({ value: id, label: name }))}
                  value={maker.id}
                  onValueChange={setMaker}
                />
              </Field>
            )}
          </div>
          <Button type="submit" variant="secondary" busy={busy} busyLabel={t`Checking...`}>
            {t`Show approvals`}
          </Button>
          <div role="status" className="grid gap-3 empty:hidden">
            {failure !== undefined && <Notice tone="bad" title={failure} />}
            {result?.key === key && <Outcome of={result} />}
          </div>
        </form>
      </CardBody>
    </Card>
  );
}

function Outcome({ of: { question, answer } }: { of: Result }) {
  const { problem, sentence, band } = answer;
  return (
    <Notice tone={problem === null ? "good" : "bad"} title={sentence}>
      <p>{t`${question}.`}</p>
      {band !== null && <p>{t`Rule ${band + 1} applies.`}</p>}
      {problem !== null && <p className="text-text">{problem}</p>}
    </Notice>
  );
}
