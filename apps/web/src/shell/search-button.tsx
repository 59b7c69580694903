import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
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

/** Opens the search over everything, as Ctrl or Cmd with K does. */
export function SearchButton({ user }: { user: KnownUser }) {
  const Palette = hasRole(user, "superadmin") ? SuperAdminPalette : TenantPalette;
  const [open, setOpen] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  if (open && !isLoaded) setLoaded(true);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      // Another dialog keeps the focus: a payment must not be left by a shortcut.
      setOpen((isOpen) =>
        isOpen ? false : document.querySelector("[role=dialog]:not([popover])") === null,
      );
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className={cn(buttonClass({ variant: "ghost", size: "icon" }), "lg:w-auto")}
      >
        <Search />
        <span className="max-lg:hidden">Search</span>
      </button>
      <Suspense>{isLoaded && <Palette user={user} open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}
