/** `toast.success("OTP sent successfully!")` from anywhere; the Toaster shows what is here. */
export type ToastTone = "success" | "error" | "info";

export interface ToastMessage {
  readonly id: number;
  readonly tone: ToastTone;
  readonly text: string;
}

const visibleMax = 3;
const listeners = new Set<() => void>();
let messages: readonly ToastMessage[] = [];
let lastId = 0;

export const toast = {
  success: (text: string) => say("success", text),
  error: (text: string) => say("error", text),
  info: (text: string) => say("info", text),
};

/** Newest first; a fourth takes the oldest one's place. */
function say(tone: ToastTone, text: string): void {
  lastId += 1;
  change([{ id: lastId, tone, text }, ...messages].slice(0, visibleMax));
}

export function dismissToast(id: number): void {
  change(messages.filter((message) => message.id !== id));
}

function change(next: readonly ToastMessage[]): void {
  messages = next;
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export const toasts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => messages,
};
