import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect } from "react";
import { cn } from "./class-names.ts";
import { showToastsWith, type ToastTone } from "./toast.ts";

const timeoutMs = 4000;
const visibleMax = 3;

/** Shows what `toast` says: 356 px wide, four seconds each, at most three at once. */
export function Toaster() {
  return (
    <Toast.Provider timeout={timeoutMs} limit={visibleMax}>
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-3 top-3 z-60 mx-auto flex max-w-[356px] flex-col gap-2 outline-none md:inset-x-auto md:top-18 md:right-5 md:w-[356px]">
          <Messages />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

const icons = { success: CircleCheck, error: CircleAlert, info: Info };
const tones = { success: "text-good", error: "text-bad", info: "text-info" };

function Messages() {
  const { toasts, add } = Toast.useToastManager<{ tone: ToastTone }>();
  useEffect(
    () =>
      showToastsWith(({ tone, text }) => {
        add({ title: text, type: tone, priority: tone === "error" ? "high" : "low", data: { tone } });
      }),
    [add],
  );
  return toasts.map((message) => {
    const tone = message.data?.tone ?? "info";
    const Icon = icons[tone];
    return (
      <Toast.Root
        key={message.id}
        toast={message}
        swipeDirection={["right", "up"]}
        className="rounded-card border border-line bg-raised text-text shadow-far transition-[opacity,transform] duration-200 ease-out data-limited:hidden entering:-translate-y-2 entering:opacity-0 leaving:translate-x-4 leaving:opacity-0"
      >
        <Toast.Content className="flex items-start gap-3 py-3 pr-2 pl-3.5">
          <Icon aria-hidden className={cn("mt-px size-4.5 shrink-0", tones[tone])} />
          <Toast.Title className="min-w-0 flex-1 text-sm font-medium" />
          <Toast.Close
            aria-label="Close"
            className="-my-1 flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-text"
          >
            <X className="size-4" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}
