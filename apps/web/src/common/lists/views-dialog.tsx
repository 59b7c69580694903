import { limits } from "@rokad/contract/limits";
import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  listSavedViews,
  type SavedView,
  type ViewedHistory,
  type ViewQuery,
} from "@rokad/contract/saved-views";
import { Pencil, Star, Trash2 } from "lucide-react";
import { useState, type SubmitEvent } from "react";
import { t } from "../../language.ts";
import { messageOf } from "../../api/api-error.ts";
import { send } from "../../api/client.ts";
import { refreshApi } from "../../api/use-api.ts";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/class-names.ts";
import { Dialog, DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { toast } from "../../ui/toast.ts";

interface ViewsDialogProps {
  history: ViewedHistory;
  current: ViewQuery;
  views: readonly SavedView[];
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

/** Saves what the history shows under a name, and renames, deletes or prefers other views. */
export function ViewsDialog(props: ViewsDialogProps) {
  const { history, current, views, open, onClose, onClosed } = props;
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const hasFilters = Object.values(current).some((value) => value !== undefined);

  /** @returns whether the change was made. */
  async function change(work: () => Promise<unknown>, done: string): Promise<boolean> {
    setBusy(true);
    setError(undefined);
    try {
      await work();
      await refreshApi(listSavedViews);
      toast.success(done);
      return true;
    } catch (failure) {
      setError(messageOf(failure, t`The view was not saved. Try again.`));
      return false;
    } finally {
      setBusy(false);
    }
  }

  async function save(event: SubmitEvent) {
    event.preventDefault();
    if (busy) return;
    const body = { history, name, query: current };
    if (await change(() => send(createSavedView, { body }), t`View saved`)) setName("");
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={t`Views`}
      description={t`Only you see your views. A link to the page shares one.`}
    >
      <DialogBody className="grid gap-5">
        <form className="flex items-start gap-2" onSubmit={(event) => void save(event)}>
          <Field
            label={t`Save current filters and search as`}
            error={error}
            hint={hasFilters ? undefined : t`Filter, search or sort first`}
            className="flex-1"
          >
            <TextInput
              value={name}
              maxLength={limits.viewNameCharsMax}
              disabled={!hasFilters}
              placeholder={t`Failed this month`}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Button
            type="submit"
            className="mt-6"
            busy={busy}
            disabled={!hasFilters || name.trim() === ""}
          >
            {t`Save view`}
          </Button>
        </form>
        {views.length > 0 && (
          <ul aria-label={t`Saved views`} className="divide-y divide-line border-y border-line">
            {views.map((view) => (
              <ViewRow key={view.id} view={view} change={change} />
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {t`Close`}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

interface ViewRowProps {
  view: SavedView;
  change: (work: () => Promise<unknown>, done: string) => Promise<boolean>;
}

function ViewRow({ view, change }: ViewRowProps) {
  const [draft, setDraft] = useState<string>();
  const params = { id: view.id };

  async function rename(event: SubmitEvent) {
    event.preventDefault();
    const body = { name: draft };
    if (await change(() => send(changeSavedView, { params, body }), t`View renamed`))
      setDraft(undefined);
  }

  if (draft !== undefined) {
    return (
      <li>
        <form className="flex items-center gap-2 py-2" onSubmit={(event) => void rename(event)}>
          <TextInput
            aria-label={t`New name of ${view.name}`}
            // The person just asked to rename it.
            ref={(input) => input?.focus()}
            value={draft}
            maxLength={limits.viewNameCharsMax}
            onChange={(event) => setDraft(event.target.value)}
            className="flex-1"
          />
          <Button type="submit" size="sm" disabled={draft.trim() === ""}>
            {t`Rename`}
          </Button>
          <Button variant="ghost" size="sm" onClick={() => setDraft(undefined)}>
            {t`Cancel`}
          </Button>
        </form>
      </li>
    );
  }
  const isDefault = view.is_default;
  return (
    <li className="flex items-center gap-1 py-1.5">
      <span className="min-w-0 flex-1 truncate text-sm">{view.name}</span>
      <Button
        variant="ghost"
        size="sm"
        aria-pressed={isDefault}
        icon={<Star className={cn(isDefault && "text-brand-ink")} />}
        onClick={() =>
          void change(
            () => send(changeSavedView, { params, body: { is_default: !isDefault } }),
            isDefault ? t`No view opens by default` : t`${view.name} opens by default`,
          )
        }
      >
        {t`Default`}
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={t`Rename ${view.name}`}
        onClick={() => setDraft(view.name)}
      >
        <Pencil />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={t`Delete ${view.name}`}
        onClick={() => void change(() => send(deleteSavedView, { params }), t`View deleted`)}
      >
        <Trash2 />
      </Button>
    </li>
  );
}
