import {
  getTenant,
  type Tenant,
  type updateTenant,
  type viewTenant,
} from "@rokad/contract/tenants";
import { useMay } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { formatPhone, roleName } from "../common/people/person.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import type { TenantDialogFrame } from "./dialog-frame.ts";
import { TenantStatistics } from "./tenant-statistics.tsx";
import { TenantVirtualAccounts } from "./tenant-virtual-accounts.tsx";
import { featureNames, providerNames, statusOf } from "./words.ts";

const contact = "underline underline-offset-4";

interface TenantDetailsDialogProps extends TenantDialogFrame {
  onEdit: (tenant: Tenant) => void;
  onView: (tenant: Tenant) => void;
}

export function TenantDetailsDialog(props: TenantDetailsDialogProps) {
  const { open, onClose, onClosed, finalFocus, onEdit, onView } = props;
  // The row's data until the server responds, so that the dialog opens immediately.
  const { data } = useApi(getTenant, { params: { id: props.tenant._id } });
  const tenant = data?.data ?? props.tenant;
  const canView = useMay<typeof viewTenant>("view_tenants");
  const canEdit = useMay<typeof updateTenant>("manage");
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      finalFocus={finalFocus}
      size="lg"
      title={<span className="break-words">{tenant.name}</span>}
      description="Tenant details"
    >
      <DialogBody className="grid gap-5">
        <Details
          of={[
            { label: "Role", value: <Badge tone="brand">{roleName(tenant)}</Badge> },
            {
              label: "Status",
              value: <StatusBadge status={statusOf(tenant)} />,
            },
            {
              label: "Phone",
              value: (
                <a href={`tel:+91${tenant.phone}`} className={contact}>
                  {formatPhone(tenant.phone)}
                </a>
              ),
            },
            {
              label: "Email",
              value: tenant.email ? (
                <a href={`mailto:${tenant.email}`} className={contact}>
                  {tenant.email}
                </a>
              ) : (
                "None"
              ),
            },
            { label: "Created", value: formatDayAndTime(tenant.createdAt) },
            { label: "Updated", value: formatDayAndTime(tenant.updatedAt) },
          ]}
        />
        <Names heading="Enabled Features" names={featureNames(tenant)} />
        <Names heading="Allowed Providers" names={providerNames(tenant)} />
        <TenantVirtualAccounts tenant={tenant} />
        <TenantStatistics tenant={tenant} />
      </DialogBody>
      {(canView || canEdit) && (
        <DialogFooter>
          {canView && (
            <Button variant="secondary" onClick={() => onView(tenant)}>
              View as tenant
            </Button>
          )}
          {canEdit && <Button onClick={() => onEdit(tenant)}>Edit Tenant</Button>}
        </DialogFooter>
      )}
    </Dialog>
  );
}

function Names({ heading, names }: { heading: string; names: readonly string[] }) {
  return (
    <section aria-label={heading}>
      <h3 className="text-sm font-semibold">{heading}</h3>
      <div className="mt-2 flex flex-wrap gap-2">
        {names.map((name) => (
          <Badge key={name}>{name}</Badge>
        ))}
        {names.length === 0 && <p className="text-dense text-muted">None</p>}
      </div>
    </section>
  );
}
