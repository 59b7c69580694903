import type { startClosing } from "@rokad/contract/closings";
import type { setTenantStatus, Tenant, updateTenant, viewTenant } from "@rokad/contract/tenants";
import { Link } from "@tanstack/react-router";
import { CircleCheck, CircleX, EllipsisVertical, Eye, FileText, Pencil, Power } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../super-admin-language.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { superAdminPaths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { Dropdown, dropdownItem } from "../ui/dropdown.tsx";
import { useDropdownClose } from "../ui/floating.tsx";
import type { TenantActions } from "./tenant-actions.ts";

interface TenantMenuProps {
  tenant: Tenant;
  actions: TenantActions;
  /** On the tenant's page, which has buttons for the most frequent actions. */
  onPage?: true;
}

export function TenantMenu(props: TenantMenuProps) {
  const { tenant, onPage } = props;
  return (
    <Dropdown
      align="end"
      className="w-60"
      button={{
        "aria-label": t`Actions for ${tenant.name}`,
        className: buttonClass({ variant: onPage ? "secondary" : "ghost" }),
        children: (
          <>
            <EllipsisVertical aria-hidden />
            <span className={onPage ? undefined : "md:hidden"}>{t`Actions`}</span>
          </>
        ),
      }}
    >
      {!onPage && <Frequent {...props} />}
      <StateItems {...props} />
    </Dropdown>
  );
}

function Frequent({ tenant, actions }: TenantMenuProps) {
  const close = useDropdownClose();
  return (
    <>
      <Link
        to={superAdminPaths.tenant}
        params={{ id: tenant._id }}
        className={dropdownItem}
        onClick={close}
      >
        <FileText aria-hidden />
        {t`View Details`}
      </Link>
      <Permitted<typeof updateTenant> needs="manage">
        <Item icon={<Pencil aria-hidden />} onPress={() => actions.open("edit", tenant)}>
          {t`Edit`}
        </Item>
      </Permitted>
      <Permitted<typeof viewTenant> needs="view_tenants">
        <Item icon={<Eye aria-hidden />} onPress={() => actions.open("view", tenant)}>
          {t`View as tenant`}
        </Item>
      </Permitted>
    </>
  );
}

/** What begins or ends a tenant's business here. */
function StateItems({ tenant, actions }: TenantMenuProps) {
  return (
    <Permitted<typeof setTenantStatus | typeof startClosing> needs="manage">
      {tenant.isActive ? (
        <Item icon={<Power aria-hidden />} onPress={() => actions.open("deactivate", tenant)}>
          {t`Deactivate`}
        </Item>
      ) : (
        <Item icon={<CircleCheck aria-hidden />} onPress={() => actions.activate(tenant)}>
          {t`Activate`}
        </Item>
      )}
      <Item icon={<CircleX aria-hidden />} onPress={() => actions.open("close", tenant)}>
        {tenant.closing_since ? t`Continue closing` : t`Close account`}
      </Item>
    </Permitted>
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
