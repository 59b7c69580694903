import { t } from "../language.ts";
import { Button } from "../ui/button.tsx";

interface NewerOlderProps<Start> {
  /** Where each page after the first one starts. */
  starts: readonly Start[];
  /** Where the next page starts; undefined or null on the last one. */
  next: Start | null | undefined;
  onStarts: (starts: readonly Start[]) => void;
}

/** Walks a list that is read by cursor, newest first. Its places are empty where nothing lies. */
export function NewerOlder<Start>({ starts, next, onStarts }: NewerOlderProps<Start>) {
  return (
    <>
      {starts.length > 0 && (
        <Button variant="secondary" size="sm" onClick={() => onStarts(starts.slice(0, -1))}>
          {t`Newer`}
        </Button>
      )}
      {next !== null && next !== undefined && (
        <Button variant="secondary" size="sm" onClick={() => onStarts([...starts, next])}>
          {t`Older`}
        </Button>
      )}
    </>
  );
}
