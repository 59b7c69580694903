import { lazy, Suspense, useState, type ReactNode } from "react";
import { t } from "../language.ts";
import type { KnownUser } from "../api/session.ts";
import { phone, useMediaQuery } from "../ui/use-media-query.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useSidebar } from "./sidebar-state.ts";

// Only phones load it.
const PhoneMenu = lazy(async () => ({ default: (await import("./phone-menu.tsx")).PhoneMenu }));

interface LayoutProps {
  user: KnownUser;
  children: ReactNode;
  /** Replaces product and tagline at the start of the footer. */
  footer?: ReactNode;
}

/** The frame around every signed-in page. A page's parts stack with space between them. */
export function Layout({ user, children, footer }: LayoutProps) {
  const { state, sheetOpen, setSheetOpen, toggle } = useSidebar();
  const isPhone = useMediaQuery(phone);
  const [menuLoaded, setMenuLoaded] = useState(false);
  if (sheetOpen && !menuLoaded) setMenuLoaded(true);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#page"
        className="absolute top-2 left-2 z-60 -translate-y-16 rounded-control bg-brand px-3 py-2 text-sm font-medium text-white focus:translate-y-0"
      >
        {t`Skip to content`}
      </a>
      <Header user={user} onToggleSidebar={toggle} />
      <div className="flex flex-1">
        {!isPhone && <Sidebar state={state} />}
        <div className="flex min-w-0 flex-1 flex-col">
          <main
            id="page"
            tabIndex={-1}
            className="mx-auto w-full max-w-[1400px] flex-1 px-4 py-6 outline-none md:px-8 md:py-7"
          >
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
          </main>
          <Footer>{footer}</Footer>
        </div>
      </div>
      <Suspense>
        {isPhone && menuLoaded && <PhoneMenu open={sheetOpen} onOpenChange={setSheetOpen} />}
      </Suspense>
    </div>
  );
}
