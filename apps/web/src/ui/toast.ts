/** `toast.success("OTP sent successfully!")` works anywhere; the Toaster shows the messages. */
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
  success: (text: string) => add("success", text),
  error: (text: string) => add("error", text),
  info: (text: string) => add("info", text),
};

/** Newest first; a fourth message replaces the oldest. */
function add(tone: ToastTone, text: string): void {
  lastId += 1;
  setMessages([{ id: lastId, tone, text }, ...messages].slice(0, visibleMax));
}

export function dismissToast(id: number): void {
  setMessages(messages.filter((message) => message.id !== id));
}

function setMessages(next: readonly ToastMessage[]): void {
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
