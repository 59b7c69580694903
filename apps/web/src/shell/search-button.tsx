import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { t } from "../language.ts";
import { hasRole, type KnownUser } from "../api/session.ts";
import { buttonClass } from "../ui/button.tsx";
import { cn } from "../ui/class-names.ts";

// Most visits search nothing.
const TenantPalette = lazy(async () => ({
  default: (await import("./tenant-palette.tsx")).TenantPalette,
}));
const SuperAdminPalette = lazy(async () => ({
  default: (await import("./super-admin-palette.tsx")).SuperAdminPalette,
}));

/** `reopening`: asked for while it fades out, so that it opens once it is gone and the focus is free. */
type Phase = "closed" | "open" | "closing" | "reopening";

const isDialogShown = () => document.querySelector("[role=dialog]:not([popover])") !== null;

/** One that still loads has no animation, and is closed at once. */
const hidden = (): Phase => (isDialogShown() ? "closing" : "closed");

const shown = (before: Phase): Phase => {
  if (before === "closing") return "reopening";
  return before === "closed" ? "open" : before;
};

/** Opens the search over everything, as Ctrl or Cmd with K does. */
export function SearchButton({ user }: { user: KnownUser }) {
  const Palette = hasRole(user, "superadmin") ? SuperAdminPalette : TenantPalette;
  const [phase, setPhase] = useState<Phase>("closed");
  const [isLoaded, setLoaded] = useState(false);
  if (phase === "open" && !isLoaded) setLoaded(true);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      setPhase((before) => {
        if (before === "open") return hidden();
        // Another dialog keeps the focus: a payment must not be left by a shortcut.
        return before === "closed" && isDialogShown() ? before : shown(before);
      });
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-label={t`Search`}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setPhase(shown)}
        className={cn(buttonClass({ variant: "ghost", size: "icon" }), "lg:w-auto")}
      >
        <Search />
        <span className="max-lg:hidden">{t`Search`}</span>
      </button>
      <Suspense>
        {isLoaded && (
          <Palette
            user={user}
            open={phase === "open"}
            isWanted={phase === "open" || phase === "reopening"}
            onOpenChange={(open) => setPhase(open ? shown : hidden)}
            onClosed={() => setPhase((before) => (before === "reopening" ? "open" : "closed"))}
          />
        )}
      </Suspense>
    </>
  );
}
