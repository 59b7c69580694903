import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../../ui/button.tsx";
import { Dropdown, dropdownItem } from "../../ui/dropdown.tsx";
import { useDropdownClose } from "../../ui/floating.tsx";
import { downloadState } from "./download-state.ts";

interface DownloadMenuProps {
  label: string;
  icon: ReactNode;
  /** A smaller button without a frame. */
  small?: boolean;
  disabled?: boolean;
  items: readonly DownloadItem[];
}

export interface DownloadItem {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onSave: () => void;
}

/** A menu of files to save. */
export function DownloadMenu({ label, icon, small = false, disabled, items }: DownloadMenuProps) {
  return (
    <Dropdown
      align="end"
      className="w-52"
      button={{
        ...downloadState(disabled),
        className: buttonClass(small ? { variant: "ghost", size: "sm" } : { variant: "secondary" }),
        children: (
          <>
            {icon}
            {label}
            <ChevronDown />
          </>
        ),
      }}
    >
      <Items items={items} />
    </Dropdown>
  );
}

function Items({ items }: Pick<DownloadMenuProps, "items">) {
  const close = useDropdownClose();
  return items.map(({ label, icon, onSave }) => (
    <button
      key={label}
      type="button"
      className={dropdownItem}
      onClick={() => {
        close();
        onSave();
      }}
    >
      {icon}
      {label}
    </button>
  ));
}
