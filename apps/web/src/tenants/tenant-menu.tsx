import type { startClosing } from "@rokad/contract/closings";
import type { setTenantStatus, Tenant, updateTenant, viewTenant } from "@rokad/contract/tenants";
import { CircleCheck, CircleX, EllipsisVertical, Eye, FileText, Pencil, Power } from "lucide-react";
import type { ReactNode } from "react";
import { Permitted } from "../common/people/permitted.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Dropdown, dropdownItem } from "../ui/dropdown.tsx";
import { useDropdownClose } from "../ui/floating.tsx";
import type { TenantActions, TenantDialog } from "./tenant-actions.ts";

interface TenantMenuProps {
  tenant: Tenant;
  actions: TenantActions;
}

export function TenantMenu({ tenant, actions }: TenantMenuProps) {
  return (
    <Dropdown
      align="end"
      className="w-60"
      button={{
        "aria-label": `Actions for ${tenant.name}`,
        className: buttonClass({ variant: "ghost" }),
        children: (
          <>
            <EllipsisVertical aria-hidden />
            <span className="md:hidden">Actions</span>
          </>
        ),
      }}
    >
      <Items tenant={tenant} actions={actions} />
    </Dropdown>
  );
}

function Items({ tenant, actions }: TenantMenuProps) {
  const open = (dialog: TenantDialog) => () => actions.open(dialog, tenant);
  return (
    <>
      <Item icon={<FileText aria-hidden />} onPress={open("details")}>
        View Details
      </Item>
      <Permitted<typeof updateTenant> needs="manage">
        <Item icon={<Pencil aria-hidden />} onPress={open("edit")}>
          Edit
        </Item>
      </Permitted>
      <Permitted<typeof viewTenant> needs="view_tenants">
        <Item icon={<Eye aria-hidden />} onPress={open("view")}>
          View as tenant
        </Item>
      </Permitted>
      <Permitted<typeof setTenantStatus | typeof startClosing> needs="manage">
        {tenant.isActive ? (
          <Item icon={<Power aria-hidden />} onPress={open("deactivate")}>
            Deactivate
          </Item>
        ) : (
          <Item icon={<CircleCheck aria-hidden />} onPress={() => actions.activate(tenant)}>
            Activate
          </Item>
        )}
        <Item icon={<CircleX aria-hidden />} onPress={open("close")}>
          {tenant.closing_since ? "Continue closing" : "Close account"}
        </Item>
      </Permitted>
    </>
  );
}

interface ItemProps {
  icon: ReactNode;
  onPress: () => void;
  children: ReactNode;
}

function Item({ icon, onPress, children }: ItemProps) {
  const close = useDropdownClose();
  return (
    <button
      type="button"
      className={dropdownItem}
      onClick={() => {
        // First, so that the dialog finds the focus on the menu's button and returns it there.
        close();
        onPress();
      }}
    >
      {icon}
      {children}
    </button>
  );
}
