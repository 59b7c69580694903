import type { PersonDeputies } from "@rokad/contract/deputies";
import { t } from "../../language.ts";
import { CheckboxCards } from "../../ui/checkbox-cards.tsx";
import { Notice } from "../../ui/notice.tsx";

interface DeputyChoiceProps {
  deputies: PersonDeputies;
  value: readonly string[];
  onValueChange: (value: string[]) => void;
  error?: string | undefined;
  /** When the deputies act. */
  note: string;
}

/** Who approves in a person's place: any one of the chosen. */
export function DeputyChoice({ deputies, value, onValueChange, error, note }: DeputyChoiceProps) {
  const gone = deputies.deputies.filter((deputy) => !deputy.can_approve);
  if (deputies.candidates.length === 0)
    return (
      <Notice tone="warn" title={t`Nobody else can approve`}>
        {t`Make another member an approver first.`}
      </Notice>
    );
  return (
    <div>
      <CheckboxCards
        legend={t`Deputies`}
        options={deputies.candidates.map(({ id, name }) => ({ value: id, label: name }))}
        value={value}
        onValueChange={onValueChange}
        note={note}
      />
      {gone.length > 0 && (
        <p className="mt-1.5 text-dense text-warn">
          {gone.map(({ name }) => name).join(", ")} {t`can't approve any more.`}
        </p>
      )}
      {error !== undefined && <p className="mt-1.5 text-dense text-bad">{error}</p>}
    </div>
  );
}

/** The deputies that can still be chosen. */
export function chosenDeputies({ deputies }: PersonDeputies): string[] {
  return deputies.filter((deputy) => deputy.can_approve).map(({ id }) => id);
}
