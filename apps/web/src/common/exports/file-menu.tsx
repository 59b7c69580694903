import type { TableFormat } from "@rokad/contract/table-format";
import { FileSpreadsheet, FileText } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../../language.ts";
import { DownloadMenu } from "./download-menu.tsx";

interface FileMenuProps {
  label: string;
  icon: ReactNode;
  /** A smaller button without a frame. */
  small?: boolean;
  onSave: (format: TableFormat) => void;
}

const formats = [
  { format: "xlsx", label: t`Excel (XLSX)`, icon: <FileSpreadsheet /> },
  { format: "csv", label: "CSV", icon: <FileText /> },
] as const;

/** Saves a table as a file. Excel comes first: in it, account numbers stay whole. */
export function FileMenu({ onSave, ...button }: FileMenuProps) {
  const items = formats.map(({ format, ...item }) => ({ ...item, onSave: () => onSave(format) }));
  return <DownloadMenu {...button} items={items} />;
}
