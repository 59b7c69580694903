/**
 * `toast.success("OTP sent successfully!")` from anywhere. The messages wait here until the
 * Toaster (which is heavier and loads after the first paint) shows them.
 */
export type ToastTone = "success" | "error" | "info";
export interface ToastMessage {
  tone: ToastTone;
  text: string;
}

type Show = (message: ToastMessage) => void;

let show: Show | null = null;
const waiting: ToastMessage[] = [];
const whenWanted = new Set<() => void>();

function say(tone: ToastTone, text: string): void {
  if (show) show({ tone, text });
  else waiting.push({ tone, text });
  for (const listener of whenWanted) listener();
}

export const toast = {
  success: (text: string) => say("success", text),
  error: (text: string) => say("error", text),
  info: (text: string) => say("info", text),
};

/** The Toaster takes over what waits and what comes; the answer undoes it. */
export function showToastsWith(next: Show): () => void {
  show = next;
  for (const message of waiting.splice(0)) next(message);
  return () => {
    if (show === next) show = null;
  };
}

/** For `useSyncExternalStore`: true from the first message on. */
export const toasterWanted = {
  subscribe: (listener: () => void) => {
    whenWanted.add(listener);
    return () => whenWanted.delete(listener);
  },
  get: () => show !== null || waiting.length > 0,
};
