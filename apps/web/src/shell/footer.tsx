import type { ReactNode } from "react";
import { branding } from "../branding.ts";
import { ThemeSwitch } from "./theme-switch.tsx";

export function Footer({ children }: { children?: ReactNode }) {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-4 py-3.5 text-dense text-muted md:px-8">
      {children ?? (
        <p>
          {branding.product} · {branding.tagline}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {branding.credits.map(({ label, href }) => (
          <a
            key={href}
            href={href}
            target="_blank"
            rel="noreferrer"
            className="underline-offset-4 hover:text-text hover:underline"
          >
            {label}
          </a>
        ))}
        <ThemeSwitch />
      </div>
    </footer>
  );
}
