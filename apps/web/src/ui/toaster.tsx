import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { t } from "../language.ts";
import { cn } from "./class-names.ts";
import { dismissToast, toasts, type ToastMessage } from "./toast.ts";

const shownMs = 4000;
const leavingMs = 160;

/**
 * Shows the toasts: 356 px wide, four seconds each, at most three. Pointing at one or focusing it
 * pauses the timer. They appear at the bottom on a desktop, away from a page's buttons, and at the
 * top on a phone, away from the thumb. The portal and the live region keep them visible and audible
 * above an open dialog.
 */
export function Toaster() {
  const messages = useSyncExternalStore(toasts.subscribe, toasts.current);
  const [paused, setPaused] = useState(false);
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pointing only pauses the timer
    <section
      aria-label={t`Notifications`}
      aria-live="polite"
      aria-relevant="additions text"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="fixed inset-x-3 top-3 z-60 mx-auto grid max-w-[356px] gap-2 md:top-auto md:right-5 md:bottom-5 md:left-auto md:w-[356px]"
    >
      {messages.map((message) => (
        <Toast key={message.id} {...message} paused={paused} />
      ))}
    </section>,
    document.body,
  );
}

const icons = { success: CircleCheck, error: CircleAlert, info: Info };
const tones = { success: "text-good", error: "text-bad", info: "text-info" };

function Toast({ id, tone, text, paused }: ToastMessage & { paused: boolean }) {
  const [leaving, setLeaving] = useState(false);
  const leave = useCallback(() => setLeaving(true), []);
  useTimer(leave, shownMs, paused);
  useTimer(() => dismissToast(id), leavingMs, !leaving);
  const Icon = icons[tone];
  return (
    <div
      data-tone={tone}
      className={cn(
        "flex items-start gap-3 rounded-card border border-line bg-raised py-3 pr-2 pl-3.5 text-text shadow-far transition-[opacity,translate] duration-150 ease-out starting:-translate-y-2 starting:opacity-0",
        leaving && "translate-x-3 opacity-0",
      )}
    >
      <Icon aria-hidden className={cn("mt-px size-4.5 shrink-0", tones[tone])} />
      <p className="min-w-0 flex-1 text-sm font-medium">{text}</p>
      <button
        type="button"
        aria-label={t`Close`}
        onClick={leave}
        className="-my-1 flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
      >
        <X className="size-4" />
      </button>
    </div>
  );
}

/** Runs `action` once after `ms`; `paused` stops the clock. */
function useTimer(action: () => void, ms: number, paused: boolean): void {
  const leftMs = useRef(ms);
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    if (paused) return undefined;
    const startedAt = Date.now();
    const timer = setTimeout(() => latest.current(), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= Date.now() - startedAt;
    };
  }, [paused]);
}
