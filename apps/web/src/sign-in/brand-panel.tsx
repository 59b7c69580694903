import { ChartNoAxesColumn, ShieldCheck, Users } from "lucide-react";
import { branding } from "../branding.ts";
import { LedgerArt } from "./ledger-art.tsx";

const icons = [ShieldCheck, ChartNoAxesColumn, Users];

/** The right half on large screens: the brand's texts over the ledger animation. Phones don't load it. */
export function BrandPanel() {
  return (
    <>
      <LedgerArt />
      <div className="absolute inset-x-0 bottom-0 night-fade px-14 pt-28 pb-12">
        <p className="max-w-lg text-[34px] leading-[1.15] font-semibold tracking-tight text-balance">
          {branding.promise}
        </p>
        <div className="mt-7 flex flex-wrap items-end justify-between gap-x-10 gap-y-6 border-t border-white/15 pt-6">
          <ul className="grid gap-2 text-sm text-white/80">
            {branding.strengths.map((strength, index) => {
              const Icon = icons[index] ?? ShieldCheck;
              return (
                <li key={strength} className="flex items-center gap-2.5">
                  <Icon aria-hidden className="size-4 text-[#a6b0ff]" />
                  {strength}
                </li>
              );
            })}
          </ul>
          <dl className="flex gap-10">
            {branding.claims.map(({ figure, words }) => (
              <div key={words} className="flex flex-col-reverse">
                <dt className="text-dense text-white/80">{words}</dt>
                <dd className="text-2xl font-semibold tracking-tight tabular-nums">{figure}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </>
  );
}
