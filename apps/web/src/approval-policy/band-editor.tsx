import { payoutSources } from "@rokad/contract/approval-policies";
import { limits } from "@rokad/contract/limits";
import { Plus } from "lucide-react";
import { t } from "../language.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { describeBand, sourceNames, type DescribedBand } from "./band-sentences.ts";
import { move, newStep, type BandDraft, type Nameable, type StepDraft } from "./policy-draft.ts";
import { Choice, MoveButtons, Problem, StepEditor, toggle } from "./step-editor.tsx";

interface BandEditorProps {
  band: BandDraft;
  /** The same band as it reads. */
  described: DescribedBand;
  number: number;
  /** The last band applies to the rest, so it has no conditions. */
  isLast: boolean;
  people: readonly Nameable[];
  /** By the field's place within the band: "amount_up_to", "steps.0.roles"; "" for the band itself. */
  problems: Readonly<Record<string, string>>;
  onChange: (band: BandDraft) => void;
  onRemove: (() => void) | undefined;
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
}

const methods = [
  { value: "any", label: t`Any method` },
  { value: "imps", label: "IMPS" },
  { value: "upi", label: "UPI" },
] as const;

const beneficiaries = [
  { value: "any", label: t`Any beneficiary` },
  { value: "known", label: t`Paid before` },
  { value: "new", label: t`New` },
] as const;

export function BandEditor(props: BandEditorProps) {
  const { band, described, number, isLast, people, problems, onChange } = props;
  const name = t`rule ${number}`;
  const setSteps = (steps: readonly StepDraft[]) => onChange({ ...band, steps });
  return (
    <fieldset className="min-w-0 px-5 py-4.5">
      <legend className="sr-only">{t`Rule ${number}`}</legend>
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0 pt-1 text-sm font-medium text-pretty break-words">
          <span className="text-muted tabular-nums">{number}. </span>
          {describeBand(described)}
        </p>
        {!isLast && (
          <MoveButtons
            name={name}
            onUp={props.onMoveUp}
            onDown={props.onMoveDown}
            onRemove={props.onRemove}
          />
        )}
      </div>
      <Problem text={problems[""]} />
      {!isLast && <Conditions {...props} />}
      <div className="mt-3.5 grid gap-2.5">
        {band.steps.map((step, index) => (
          <StepEditor
            key={step.key}
            step={step}
            name={t`step ${index + 1} of ${name}`}
            title={t`Step ${index + 1}`}
            people={people}
            problem={firstProblem(problems, `steps.${index}`)}
            onChange={(next) => setSteps(band.steps.map((one) => (one === step ? next : one)))}
            onRemove={() => setSteps(band.steps.filter((one) => one !== step))}
            onMoveUp={index > 0 ? () => setSteps(move(band.steps, index, -1)) : undefined}
            onMoveDown={
              index < band.steps.length - 1 ? () => setSteps(move(band.steps, index, 1)) : undefined
            }
          />
        ))}
        {band.steps.length === 0 && (
          <p className="text-dense text-muted">
            {t`Without a step, these payouts are sent without approval.`}
          </p>
        )}
        <div>
          <Button
            variant="secondary"
            size="sm"
            icon={<Plus />}
            aria-label={t`Add a step to ${name}`}
            disabled={band.steps.length >= limits.approvalStepsMax}
            onClick={() => setSteps([...band.steps, newStep()])}
          >
            {t`Add step`}
          </Button>
        </div>
      </div>
    </fieldset>
  );
}

function Conditions({ band, problems, onChange }: BandEditorProps) {
  return (
    <div className="mt-3 grid items-start gap-x-4 gap-y-3 lg:grid-cols-3">
      <Field label={t`Amount up to`} hint={t`Blank for any`} error={problems["amount_up_to"]}>
        <AmountInput
          placeholder={t`Any`}
          value={band.amount}
          onValueChange={(amount) => onChange({ ...band, amount })}
        />
      </Field>
      <Field label={t`Method`}>
        <Select
          options={methods}
          value={band.method}
          onValueChange={(method) => onChange({ ...band, method })}
        />
      </Field>
      <Field label={t`Beneficiary`}>
        <Select
          options={beneficiaries}
          value={band.beneficiary}
          onValueChange={(beneficiary) => onChange({ ...band, beneficiary })}
        />
      </Field>
      <div
        role="group"
        aria-label={t`Sources`}
        className="flex flex-wrap items-center gap-x-5 gap-y-1 text-sm sm:col-span-3"
      >
        <span aria-hidden className="text-dense font-medium">
          {t`Only from`}
        </span>
        {payoutSources.map((source) => (
          <Choice
            key={source}
            label={sourceNames[source]}
            isChosen={band.sources.includes(source)}
            onToggle={() => onChange({ ...band, sources: toggle(band.sources, source) })}
          />
        ))}
        {band.sources.length === 0 && (
          <span className="text-dense text-muted">{t`None chosen: any`}</span>
        )}
      </div>
    </div>
  );
}

/** The message of this place, or of a field within it. */
function firstProblem(problems: Readonly<Record<string, string>>, at: string): string | undefined {
  const field = Object.keys(problems).find((key) => key === at || key.startsWith(`${at}.`));
  return field === undefined ? undefined : problems[field];
}
