import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark" | "system";

/** boot.js reads the same key before the first paint. */
const storageKey = "theme";
const systemDark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

systemDark.addEventListener("change", apply);
addEventListener("storage", (event) => {
  if (event.key !== storageKey) return;
  apply();
  for (const listener of listeners) listener();
});

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme), chooseTheme];
}

function chooseTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme);
  apply();
  for (const listener of listeners) listener();
}

function readTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  return stored === "light" || stored === "dark" ? stored : "system";
}

function apply(): void {
  const theme = readTheme();
  const dark = theme === "dark" || (theme === "system" && systemDark.matches);
  document.documentElement.classList.toggle("dark", dark);
  document.documentElement.classList.toggle("light", !dark);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
