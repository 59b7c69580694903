import {
  differenceKinds,
  differenceKindLabels,
  type DifferenceKind,
} from "@rokad/contract/difference-kinds";
import { providerLabel, type ReconciledProvider } from "@rokad/contract/reconciliation";
import { translateText } from "../answers.ts";
import { inContext, t } from "../super-admin-language.ts";
import { DateField } from "../ui/date-field.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import type { DifferenceFilters } from "./reconciliation-search.ts";

const kinds = [
  { value: "all", label: t`All kinds` },
  ...differenceKinds.map((value) => ({ value, label: translateText(differenceKindLabels[value]) })),
];
const states = [
  { value: "open", label: inContext("state")`Open` },
  { value: "handled", label: t`Closed` },
  { value: "all", label: t`All` },
] as const;
type State = (typeof states)[number]["value"];

/** The query of the address's filters; unknown values count as unset. */
export function queryOf({ adapter, day, kind, state }: DifferenceFilters) {
  const known = (one: string | undefined): one is DifferenceKind =>
    differenceKinds.some((each) => each === one);
  return { adapter, day, kind: known(kind) ? kind : ("all" as const), state: stateOf(state) };
}

function stateOf(state: string | undefined): State {
  return states.find(({ value }) => value === state)?.value ?? "open";
}

interface FieldsProps {
  providers: readonly ReconciledProvider[] | undefined;
  draft: DifferenceFilters;
  change: (part: Partial<DifferenceFilters>) => void;
}

export function DifferenceFilterFields({ providers, draft, change }: FieldsProps) {
  const adapters = (providers ?? []).map(({ adapter }) => ({
    value: adapter,
    label: translateText(providerLabel(adapter)),
  }));
  return (
    <>
      <Field label={t`Kind`} className="max-md:w-full md:w-44">
        <Select
          options={kinds}
          value={queryOf(draft).kind}
          onValueChange={(kind) => change({ kind: kind === "all" ? undefined : kind })}
        />
      </Field>
      <Field label={t`Status`} className="max-md:w-full md:w-44">
        <Select
          options={states}
          value={stateOf(draft.state)}
          onValueChange={(state) => change({ state: state === "open" ? undefined : state })}
        />
      </Field>
      <Field label={t`Provider`} className="max-md:w-full md:w-44">
        <Select
          options={[{ value: "all", label: t`All providers` }, ...adapters]}
          value={
            adapters.some(({ value }) => value === draft.adapter) ? (draft.adapter ?? "all") : "all"
          }
          onValueChange={(adapter) => change({ adapter: adapter === "all" ? undefined : adapter })}
        />
      </Field>
      <DateField
        label={t`Day`}
        value={draft.day}
        onChange={(day) => change({ day })}
        className="max-md:w-full md:w-40"
      />
    </>
  );
}
