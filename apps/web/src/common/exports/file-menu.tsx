import type { TableFormat } from "@rokad/contract/table-format";
import { ChevronDown, FileSpreadsheet, FileText } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../../ui/button.tsx";
import { Dropdown, dropdownItem } from "../../ui/dropdown.tsx";
import { useDropdownClose } from "../../ui/floating.tsx";
import { downloadState } from "./download-state.ts";

interface FileMenuProps {
  label: string;
  icon: ReactNode;
  /** A smaller button without a frame. */
  small?: boolean;
  onSave: (format: TableFormat) => void;
}

/** Saves a table as a file. Excel comes first: in it, account numbers stay whole. */
export function FileMenu({ label, icon, small = false, onSave }: FileMenuProps) {
  return (
    <Dropdown
      align="end"
      className="w-52"
      button={{
        ...downloadState(),
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
      <Formats onSave={onSave} />
    </Dropdown>
  );
}

const formats = [
  { format: "xlsx", label: "Excel (XLSX)", icon: <FileSpreadsheet /> },
  { format: "csv", label: "CSV", icon: <FileText /> },
] as const;

function Formats({ onSave }: Pick<FileMenuProps, "onSave">) {
  const close = useDropdownClose();
  return formats.map(({ format, label, icon }) => (
    <button
      key={format}
      type="button"
      className={dropdownItem}
      onClick={() => {
        close();
        onSave(format);
      }}
    >
      {icon}
      {label}
    </button>
  ));
}
