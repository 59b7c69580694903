import { t } from "../language.ts";
import { branding } from "../branding.ts";
import { cn } from "../ui/class-names.ts";
import { Mark } from "./mark.tsx";
import { readSidebarState } from "./sidebar-state.ts";

/** The frame before the user is known; identical to the static first paint in index.html. */
export function CheckingAuthentication() {
  const collapsed = readSidebarState(document.cookie) === "collapsed";
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="flex h-14 shrink-0 items-center gap-2.5 border-b border-line bg-surface pl-12">
        <Mark className="size-7.5" />
        <span className="text-base font-semibold tracking-tight max-md:hidden">
          {branding.product}
        </span>
      </div>
      <div className="flex flex-1">
        <div
          className={cn(
            "hidden border-r border-line bg-surface md:block",
            collapsed ? "w-12" : "w-64",
          )}
        />
        <p
          role="status"
          className="flex flex-1 items-center justify-center gap-2.5 pb-14 text-[15px] font-medium text-muted"
        >
          {t`Checking Authentication...`}
        </p>
      </div>
    </div>
  );
}
