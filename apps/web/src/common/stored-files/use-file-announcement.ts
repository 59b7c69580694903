import { useEffect, useRef, useState } from "react";
import { t } from "../../language.ts";
import type { StoredFile } from "./stored-file-state.tsx";

const endings: Partial<Record<StoredFile["state"], (name: string) => string>> = {
  ready: (name) => t`${name} is ready to download`,
  failed: (name) => t`${name} failed`,
};

/** The screen-reader text when a listed file becomes ready or fails. */
export function useFileAnnouncement(files: readonly StoredFile[] | undefined): string {
  const [announcement, setAnnouncement] = useState("");
  const before = useRef(new Map<string, StoredFile["state"]>());

  useEffect(() => {
    const next = announcementOf(before.current, files ?? []);
    if (next) setAnnouncement(next);
    for (const { id, state } of files ?? []) before.current.set(id, state);
  }, [files]);

  return announcement;
}

/** "wallet-history.csv is ready to download"; empty when no file changed to ready or failed. */
export function announcementOf(
  before: ReadonlyMap<string, StoredFile["state"]>,
  files: readonly StoredFile[],
): string {
  return files
    .filter(({ id, state }) => before.has(id) && before.get(id) !== state)
    .map(({ file_name: name, state }) => endings[state]?.(name))
    .filter((text) => text !== undefined)
    .join(". ");
}
