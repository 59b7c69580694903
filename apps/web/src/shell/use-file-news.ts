import { useEffect, useRef, useState } from "react";
import type { KeptFile } from "./kept-file-state.tsx";

const endings: Partial<Record<KeptFile["state"], string>> = {
  ready: "is ready to download",
  failed: "could not be made",
};

/** What a screen reader says when a file has become ready, or has failed, while it is looked at. */
export function useFileNews(files: readonly KeptFile[] | undefined): string {
  const [news, setNews] = useState("");
  const before = useRef(new Map<string, KeptFile["state"]>());

  useEffect(() => {
    const told = newsOf(before.current, files ?? []);
    if (told) setNews(told);
    for (const { id, state } of files ?? []) before.current.set(id, state);
  }, [files]);

  return news;
}

/** "wallet-history.csv is ready to download"; empty where nothing that was under way has ended. */
export function newsOf(
  before: ReadonlyMap<string, KeptFile["state"]>,
  files: readonly KeptFile[],
): string {
  return files
    .filter(({ id, state }) => before.has(id) && before.get(id) !== state && endings[state])
    .map(({ file_name: name, state }) => `${name} ${endings[state]}`)
    .join(". ");
}
