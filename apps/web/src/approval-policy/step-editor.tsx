import { approvingRoles } from "@rokad/contract/approval-policies";
import { limits } from "@rokad/contract/limits";
import { ArrowDown, ArrowUp, CircleAlert, Trash2 } from "lucide-react";
import { useState } from "react";
import { t } from "../language.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import type { Nameable, StepDraft } from "./policy-draft.ts";

interface StepEditorProps {
  step: StepDraft;
  /** "Step 1 of band 2": for the buttons' names. */
  name: string;
  title: string;
  people: readonly Nameable[];
  problem: string | undefined;
  onChange: (step: StepDraft) => void;
  onRemove: () => void;
  /** Undefined at the ends. */
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
}

const counts = Array.from({ length: limits.approvalsPerStepMax }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? t`1 approval` : t`${index + 1} approvals`,
}));

const roleLabels = { owner: t`Any owner`, approver: t`Any approver` } as const;

export function StepEditor(props: StepEditorProps) {
  const { step, name, title, people, problem, onChange, onRemove, onMoveUp, onMoveDown } = props;
  // Who can't approve is no choice, but a step that named them can leave them out.
  const [namedFirst] = useState(step.people);
  return (
    <fieldset className="min-w-0 rounded-card border border-line bg-sunken/60 p-3.5">
      <legend className="sr-only">{name}</legend>
      <div className="flex items-center justify-between gap-2">
        <p aria-hidden className="text-dense font-medium">
          {title}
        </p>
        <MoveButtons name={name} onUp={onMoveUp} onDown={onMoveDown} onRemove={onRemove} />
      </div>
      <div className="mt-2 grid gap-x-6 gap-y-3 sm:grid-cols-[9.5rem_minmax(0,1fr)]">
        <Field label={t`Needs`}>
          <Select
            options={counts}
            value={String(step.approvals)}
            onValueChange={(value) => onChange({ ...step, approvals: Number(value) })}
          />
        </Field>
        <div className="min-w-0" role="group" aria-label={t`${name}: who can approve`}>
          <p aria-hidden className="mb-1.5 text-dense font-medium">
            {t`From`}
          </p>
          <div className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
            {approvingRoles.map((role) => (
              <Choice
                key={role}
                label={roleLabels[role]}
                isChosen={step.roles.includes(role)}
                onToggle={() => onChange({ ...step, roles: toggle(step.roles, role) })}
              />
            ))}
            {people
              .filter(({ id, canApprove }) => canApprove || namedFirst.includes(id))
              .map((person) => (
                <Choice
                  key={person.id}
                  label={person.canApprove ? person.name : t`${person.name} (can't approve)`}
                  isChosen={step.people.includes(person.id)}
                  onToggle={() => onChange({ ...step, people: toggle(step.people, person.id) })}
                />
              ))}
          </div>
        </div>
      </div>
      <Problem text={problem} />
    </fieldset>
  );
}

interface MoveButtonsProps {
  name: string;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

/** Moves and removes a band or a step. */
export function MoveButtons({ name, onUp, onDown, onRemove }: MoveButtonsProps) {
  const buttons = [
    { label: t`Move ${name} up`, icon: <ArrowUp aria-hidden />, onClick: onUp },
    { label: t`Move ${name} down`, icon: <ArrowDown aria-hidden />, onClick: onDown },
    { label: t`Remove ${name}`, icon: <Trash2 aria-hidden />, onClick: onRemove },
  ];
  return (
    <div className="flex shrink-0">
      {buttons.map(({ label, icon, onClick }) => (
        <Button
          key={label}
          variant="ghost"
          size="icon-sm"
          aria-label={label}
          disabled={!onClick}
          onClick={onClick}
        >
          {icon}
        </Button>
      ))}
    </div>
  );
}

/** A message under a part of the editor that is no single control. */
export function Problem({ text }: { text: string | undefined }) {
  return (
    <div aria-live="polite" className="empty:hidden">
      {text !== undefined && (
        <p className="mt-2 flex items-start gap-1.5 text-dense text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  isChosen: boolean;
  onToggle: () => void;
}

export function Choice({ label, isChosen, onToggle }: ChoiceProps) {
  return (
    <label className="flex min-h-8 min-w-0 items-center gap-2">
      <Checkbox checked={isChosen} onChange={onToggle} />
      <span className="min-w-0 break-words">{label}</span>
    </label>
  );
}

export function toggle<T>(list: readonly T[], item: T): T[] {
  return list.includes(item) ? list.filter((one) => one !== item) : [...list, item];
}
