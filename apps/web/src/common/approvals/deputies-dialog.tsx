import {
  deputiesForm,
  getMemberDeputies,
  getOwnDeputies,
  setMemberDeputies,
  setOwnDeputies,
  type PersonDeputies,
} from "@rokad/contract/deputies";
import { useState } from "react";
import { t } from "../../language.ts";
import { ApiError, messageOf } from "../../api/api-error.ts";
import { send } from "../../api/client.ts";
import { useApi } from "../../api/use-api.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { formatDayAndTime } from "../../ui/dates.ts";
import { Dialog, DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { chosenDeputies, DeputyChoice } from "./deputy-choice.tsx";
import { WaitingItems } from "./waiting-items.tsx";

interface DeputiesDialogProps {
  /** The member whose deputies an owner names; undefined for one's own. */
  member?: { readonly id: string; readonly name: string; readonly is_active: boolean };
  open: boolean;
  onClose: () => void;
  onDone?: () => void;
}

/** Who approves in a person's place, and on which days; a code or passkey follows. */
export function DeputiesDialog({ member, open, onClose, onDone }: DeputiesDialogProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      closable={!busy}
      outsideCloses={false}
      size="lg"
      title={
        <span className="break-words">
          {member ? t`Deputies of ${member.name}` : t`Your deputies and leave`}
        </span>
      }
      description={t`A deputy approves in the person's place, and never what either of them prepared.`}
    >
      <LoadedForm member={member} busy={busy} setBusy={setBusy} onClose={onClose} onDone={onDone} />
    </Dialog>
  );
}

/** The dialog's content lives for one opening, so that each asks for the current deputies. */
function LoadedForm(props: Omit<DeputiesFormProps, "deputies">) {
  const { member } = props;
  const own = useApi(getOwnDeputies, member ? null : {}, { isFresh: true });
  const theirs = useApi(getMemberDeputies, member ? { params: { id: member.id } } : null, {
    isFresh: true,
  });
  const { data, error, isValidating, mutate } = member ? theirs : own;
  if (data) return <DeputiesForm deputies={data.data} {...props} />;
  return (
    <DialogBody>
      {error ? (
        <ErrorPanel
          message={t`Failed to load the deputies`}
          detail={messageOf(error)}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      ) : (
        <Skeleton className="h-56" />
      )}
    </DialogBody>
  );
}

interface DeputiesFormProps {
  deputies: PersonDeputies;
  member: DeputiesDialogProps["member"];
  busy: boolean;
  setBusy: (busy: boolean) => void;
  onClose: () => void;
  onDone: (() => void) | undefined;
}

function DeputiesForm({ deputies, member, busy, setBusy, onClose, onDone }: DeputiesFormProps) {
  const [chosen, setChosen] = useState<readonly string[]>(chosenDeputies(deputies));
  const [isAway, setIsAway] = useState(deputies.away_from !== null);
  const [from, setFrom] = useState(deputies.away_from ?? undefined);
  const [until, setUntil] = useState(deputies.away_until ?? undefined);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const whom = member?.name ?? "you";

  /** A message is about the values that it saw. */
  function change(set: () => void) {
    set();
    setErrors({});
  }

  async function save() {
    const body = {
      deputies: [...chosen],
      away_from: isAway ? (from ?? null) : null,
      away_until: isAway ? (until ?? null) : null,
    };
    const issues = deputiesForm.safeParse(body).error?.issues ?? [];
    const found = Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
    if (isAway && from === undefined) found["away_from"] ??= t`Enter the first day`;
    if (isAway && until === undefined) found["away_until"] ??= t`Enter the last day`;
    setErrors(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const answer = member
        ? await send(setMemberDeputies, { params: { id: member.id }, body })
        : await send(setOwnDeputies, { body });
      toast.success(answer.message);
      onDone?.();
      onClose();
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.fields);
      setFailure(messageOf(error, t`We could not reach the server. Try again.`));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <DialogBody className="grid gap-5">
        <WaitingItems deputies={deputies} whom={whom} onNavigate={onClose} />
        <DeputyChoice
          deputies={deputies}
          value={chosen}
          onValueChange={(next) => change(() => setChosen(next))}
          error={errors["deputies"]}
          note={
            member
              ? t`Any one of them, while the person is away or can't approve.`
              : t`Any one of them, while you are away or can't approve.`
          }
        />
        {(!member || member.is_active) && (
          <fieldset className="min-w-0">
            <label className="flex cursor-pointer items-center gap-2.5 text-sm font-medium">
              <Checkbox checked={isAway} onChange={() => setIsAway(!isAway)} />
              {member ? t`${member.name} is away` : t`I am away`}
            </label>
            {isAway && (
              <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">
                <DateField
                  label={t`First day`}
                  value={from}
                  onChange={(day) => change(() => setFrom(day))}
                  error={errors["away_from"]}
                />
                <DateField
                  label={t`Last day`}
                  value={until}
                  onChange={(day) => change(() => setUntil(day))}
                  error={errors["away_until"]}
                />
              </div>
            )}
          </fieldset>
        )}
        {deputies.named_by && deputies.named_at && (
          <p className="text-dense text-muted">
            {t`Last named by ${deputies.named_by.name}, ${formatDayAndTime(deputies.named_at)}`}
          </p>
        )}
        {failure !== undefined && <Notice tone="bad" title={failure} />}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          {t`Cancel`}
        </Button>
        <Button type="submit" busy={busy} busyLabel={t`Saving...`}>
          {t`Sign and save`}
        </Button>
      </DialogFooter>
    </form>
  );
}
