import type { AuditEntry } from "@rokad/contract/security-log";
import { t } from "../super-admin-language.ts";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { formatDay, formatExactTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { actorFallback, actionLabel, keyLabel, describeValue } from "./describe-entry.ts";
import { SubjectLink } from "./subject.tsx";

interface EntryDialogProps {
  entry: AuditEntry;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  /** Shows all rows about the same subject. */
  onSubject: (id: string) => void;
}

/** One row of the log with all values before and after. */
export function EntryDialog({ entry, open, onClose, onClosed, onSubject }: EntryDialogProps) {
  const { actor, subject } = entry;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={actionLabel(entry.act)}
      description={t`Row ${entry.seq.toLocaleString("en-IN")}, ${formatDay(entry.at)}, ${formatExactTime(entry.at)}`}
      size="lg"
    >
      <DialogBody className="grid gap-4">
        <Details
          of={[
            {
              label: t`Person`,
              value: actor ? `${actor.name}, ${actor.phone}` : actorFallback(entry),
            },
            subject !== null && {
              label: keyLabel(subject.kind),
              value: <SubjectLink subject={subject} />,
            },
            subject !== null && {
              label: "ID",
              value: <Copyable value={subject.id} label="ID" className="max-w-full" />,
            },
            entry.reason !== null && { label: t`Reason`, value: entry.reason },
            entry.address !== null && { label: t`IP address`, value: entry.address },
            entry.user_agent !== null && { label: t`Browser`, value: entry.user_agent },
            {
              label: t`Hash`,
              value: (
                <Copyable
                  value={entry.hash}
                  shown={`${entry.hash.slice(0, 16)}…`}
                  label={t`Hash`}
                />
              ),
            },
          ]}
        />
        <Changes entry={entry} />
      </DialogBody>
      <DialogFooter>
        {subject && (
          <Button variant="secondary" onClick={() => onSubject(subject.id)}>
            {t`All rows about this`}
          </Button>
        )}
        <Button onClick={onClose}>{t`Done`}</Button>
      </DialogFooter>
    </Dialog>
  );
}

/** Each changed field with its value before and after. */
function Changes({ entry: { before, after, subject } }: { entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full border-collapse text-dense">
        <caption className="sr-only">{t`Recorded values`}</caption>
        <thead className="border-b border-line bg-sunken/60">
          <tr>
            {[t`Field`, ...(before ? [t`Before`] : []), before ? t`After` : t`Recorded`].map(
              (title) => (
                <th
                  key={title}
                  scope="col"
                  className="px-3 py-2.5 text-left text-xs font-medium text-muted"
                >
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {names.map((name) => (
            <tr key={name}>
              <th scope="row" className="px-3 py-2 text-left font-medium">
                {keyLabel(name)}
              </th>
              {before && (
                <td className="px-3 py-2 break-words text-muted tabular-nums">
                  {describeValue(before[name], keyOf(name, subject))}
                </td>
              )}
              <td className="px-3 py-2 break-words tabular-nums">
                {describeValue(after?.[name], keyOf(name, subject))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A setting's value is recorded as `value`; its subject is the setting's key. */
function keyOf(name: string, subject: AuditEntry["subject"]): string | undefined {
  return name === "value" ? subject?.id : name;
}
