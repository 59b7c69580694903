import { Notice } from "../../ui/notice.tsx";

/** What a person may not see in a file, as a preview names it. */
export function FileNotes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => <Notice key={note} tone="warn" title={note} />);
}
