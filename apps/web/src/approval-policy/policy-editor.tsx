import { limits } from "@rokad/contract/limits";
import type { ApprovalPolicy } from "@rokad/contract/approval-policies";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { LeaveGuard } from "../common/actions/leave-guard.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { Notice } from "../ui/notice.tsx";
import { BandEditor } from "./band-editor.tsx";
import { CoolingEditor } from "./cooling-editor.tsx";
import { DayEditor } from "./day-editor.tsx";
import {
  describable,
  findCoolingProblems,
  findProblems,
  isSamePolicy,
  listNameable,
  move,
  newBand,
  policyDraftOf,
  problemsOf,
  type BandDraft,
  type PolicyDraft,
} from "./policy-draft.ts";

const SaveDialog = lazy(async () => ({
  default: (await import("./save-dialog.tsx")).SaveDialog,
}));

interface PolicyEditorProps {
  inForce: ApprovalPolicy | null;
  /** Who can approve today. */
  approvers: readonly { readonly id: string; readonly name: string }[];
  otherOwners: number;
  draft: PolicyDraft;
  onDraft: (draft: PolicyDraft) => void;
  /** Runs after Cancel, and after the change is saved. */
  onClose: () => void;
}

/** Bands with their conditions and steps: added, moved, removed, and checked next to each field. */
export function PolicyEditor(props: PolicyEditorProps) {
  const { inForce, approvers, otherOwners, draft: policyDraft, onClose } = props;
  const { bands: draft, cooling, countsDay } = policyDraft;
  const change = (changed: Partial<PolicyDraft>) => props.onDraft({ ...policyDraft, ...changed });
  const onDraft = (bands: readonly BandDraft[]) => change({ bands });
  const [isChecked, setIsChecked] = useState(false);
  // The server's messages are about the draft that it saw.
  const [refused, setRefused] = useState<{
    draft: readonly BandDraft[];
    problems: Record<string, string>;
  }>();
  const [isSaving, setIsSaving] = useState(false);
  const [wasSaving, setWasSaving] = useState(false);
  const own = findProblems(draft);
  const coolingProblems = findCoolingProblems(cooling);
  const problems = {
    ...(refused?.draft === draft ? refused.problems : {}),
    ...(isChecked ? own : amountProblems(own)),
  };
  const isUntouched = isSamePolicy(policyDraft, policyDraftOf(policyDraft.base));
  const isUnchanged = inForce !== null && isUntouched;
  const people = listNameable(approvers, policyDraft.base);
  const described = describable(draft, people);
  const last = draft.length - 1;

  function review() {
    setIsChecked(true);
    if (Object.keys({ ...own, ...coolingProblems }).length > 0) return;
    setWasSaving(true);
    setIsSaving(true);
  }

  return (
    <Card>
      <LeaveGuard unsaved={!isUntouched} />
      <CardHeader
        ruled
        title={inForce ? t`Change the policy` : t`New policy`}
        description={t`The first rule that applies to a payout decides. Requests that wait keep the policy they were submitted under.`}
      />
      <div className="divide-y divide-line">
        {draft.map((band, index) => {
          const text = described[index];
          return (
            text && (
              <BandEditor
                key={band.key}
                band={band}
                described={text}
                number={index + 1}
                isLast={index === last}
                people={people}
                problems={problemsAt(problems, index)}
                onChange={(next) => onDraft(draft.map((one) => (one === band ? next : one)))}
                onRemove={() => onDraft(draft.filter((one) => one !== band))}
                onMoveUp={index > 0 ? () => onDraft(move(draft, index, -1)) : undefined}
                onMoveDown={index < last - 1 ? () => onDraft(move(draft, index, 1)) : undefined}
              />
            )
          );
        })}
      </div>
      <div className="border-t border-line px-5 py-3.5">
        <Button
          variant="secondary"
          size="sm"
          icon={<Plus />}
          disabled={draft.length >= limits.approvalBandsMax}
          onClick={() => onDraft([...draft.slice(0, -1), newBand(), ...draft.slice(-1)])}
        >
          {t`Add rule`}
        </Button>
      </div>
      <DayEditor countsDay={countsDay} onChange={(next) => change({ countsDay: next })} />
      <CoolingEditor
        cooling={cooling}
        problems={isChecked ? coolingProblems : {}}
        onChange={(next) => change({ cooling: next })}
      />
      {problems[""] !== undefined && (
        <Notice tone="bad" className="mx-5 mb-4" title={problems[""]} />
      )}
      <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3.5 max-sm:*:flex-1">
        <Button variant="secondary" onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Button disabled={isUnchanged} onClick={review}>
          {t`Review and Save`}
        </Button>
      </footer>
      <Suspense>
        {wasSaving && (
          <SaveDialog
            open={isSaving}
            onClose={() => setIsSaving(false)}
            inForce={inForce}
            draft={policyDraft}
            people={people}
            otherOwners={otherOwners}
            onSaved={onClose}
            onRefused={(fields) => {
              setRefused({ draft, problems: problemsOf(fields) });
              setIsSaving(false);
            }}
          />
        )}
      </Suspense>
    </Card>
  );
}

/** An amount is wrong at once; what is still missing is said when the person wants to save. */
function amountProblems(problems: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problems).filter(([field]) => field.endsWith("amount_up_to")),
  );
}

/** The problems of one band, by the field's place within it. */
function problemsAt(problems: Readonly<Record<string, string>>, at: number) {
  const own = Object.entries(problems).filter(
    ([field]) => field === String(at) || field.startsWith(`${at}.`),
  );
  return Object.fromEntries(own.map(([field, text]) => [field.replace(/^\d+\.?/, ""), text]));
}
