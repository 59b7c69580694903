import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";

/**
 * A dialog that code outside of React opens. The topmost open dialog renders it, or else the page's
 * frame, so that it lies above everything and takes the focus.
 */
let overlay: ReactNode = null;
let hosts: readonly object[] = [];
const listeners = new Set<() => void>();

/** Shows a dialog, which replaces the last one; null removes it. */
export function showOverlay(node: ReactNode): void {
  overlay = node;
  publish();
}

/** @returns what the host has to render while it is the topmost open one. */
export function useOverlay(isOpen: boolean): ReactNode {
  const [host] = useState(() => ({}));
  useEffect(() => {
    if (!isOpen) return;
    hosts = [...hosts, host];
    publish();
    return () => {
      hosts = hosts.filter((one) => one !== host);
      publish();
    };
  }, [host, isOpen]);
  return useSyncExternalStore(subscribe, () => (hosts.at(-1) === host ? overlay : null));
}

function publish(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
