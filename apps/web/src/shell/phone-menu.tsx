import { t } from "../language.ts";
import { Sheet } from "../ui/sheet.tsx";
import { MarkWithName } from "./mark.tsx";
import { MenuHeading, NavList } from "./nav-list.tsx";
import { useNavigation } from "./navigation.ts";

interface PhoneMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function PhoneMenu({ open, onOpenChange }: PhoneMenuProps) {
  const { heading } = useNavigation();
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t`Menu`}>
      <div className="flex h-14 items-center border-b border-line px-4">
        <MarkWithName />
      </div>
      <nav aria-label={t`Main`} className="flex-1 overflow-y-auto p-3">
        {heading && <MenuHeading>{heading}</MenuHeading>}
        <NavList onNavigate={() => onOpenChange(false)} />
      </nav>
    </Sheet>
  );
}
