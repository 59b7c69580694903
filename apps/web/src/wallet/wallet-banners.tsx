import { BadgeCheck, Clock, Send } from "lucide-react";
import { t } from "../language.ts";

const banners = [
  { icon: Send, text: t`Funds can be used for customer payouts and transfers` },
  { icon: BadgeCheck, text: t`Only whitelisted bank accounts are processed` },
  { icon: Clock, text: t`Funds credited within 1 hour after verification` },
];

export function WalletBanners() {
  return (
    <ul className="grid divide-line border-t border-line max-lg:divide-y lg:grid-cols-[auto_auto_auto] lg:divide-x">
      {banners.map(({ icon: Icon, text }) => (
        <li key={text} className="flex items-center gap-3 px-5 py-3.5 text-dense">
          <Icon aria-hidden className="size-4 shrink-0 text-info" />
          {text}
        </li>
      ))}
    </ul>
  );
}
