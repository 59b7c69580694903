import { Columns3 } from "lucide-react";
import { useId } from "react";
import { t } from "../../language.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { cn } from "../../ui/class-names.ts";
import { Dropdown, dropdownItem } from "../../ui/dropdown.tsx";
import type { Column } from "../../ui/table-cards.ts";
import type { TableLook } from "../../ui/table-look.ts";

interface TableLookMenuProps<Row> {
  columns: readonly Column<Row>[];
  look: TableLook;
  onLook: (next: TableLook) => void;
}

/** Chooses compact rows and the columns of a table on a desk; amount, title and status always show. */
export function TableLookMenu<Row>({ columns, look, onLook }: TableLookMenuProps<Row>) {
  const { hidden, isCompact } = look;
  const compactId = useId();
  return (
    <Dropdown
      align="end"
      className="w-56"
      button={{
        "aria-label": t`Columns`,
        title: t`Columns`,
        className: cn(buttonClass({ variant: "secondary" }), "max-md:hidden md:mt-6"),
        children: <Columns3 aria-hidden />,
      }}
    >
      <label htmlFor={compactId} className={dropdownItem}>
        <Checkbox
          id={compactId}
          checked={isCompact}
          onChange={() => onLook({ ...look, isCompact: !isCompact })}
        />
        {t`Compact rows`}
      </label>
      <fieldset className="mt-1 border-t border-line pt-1">
        <legend className="sr-only">{t`Columns`}</legend>
        {columns
          .filter(({ card }) => card === "line")
          .map(({ id, header }) => {
            const isShown = !hidden.includes(id);
            return (
              <label key={id} className={dropdownItem}>
                <Checkbox
                  checked={isShown}
                  onChange={() =>
                    onLook({
                      ...look,
                      hidden: isShown ? [...hidden, id] : hidden.filter((each) => each !== id),
                    })
                  }
                />
                {header}
              </label>
            );
          })}
      </fieldset>
    </Dropdown>
  );
}
