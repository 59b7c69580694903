import type { TeamMember } from "@rokad/contract/team";
import { useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import type { TeamRole } from "../common/people/role-names.ts";
import { Button } from "../ui/button.tsx";
import { CheckboxCards } from "../ui/checkbox-cards.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.ts";
import type { TeamDialogFrame } from "./dialog-frame.ts";

/** Replaces a member's roles, each with a sentence about what it allows. */
export function RolesDialog({
  kind,
  member,
  open,
  onClose,
  onDone,
}: TeamDialogFrame & { member: TeamMember }) {
  const [roles, setRoles] = useState<readonly TeamRole[]>(member.roles);
  const [busy, setBusy] = useState(false);
  const isSame =
    roles.length === member.roles.length && roles.every((r) => member.roles.includes(r));

  async function save() {
    setBusy(true);
    try {
      await kind.changeRoles(member.id, roles);
      toast.success(t`Roles of ${member.name} changed`);
      onDone();
      onClose();
    } catch (error) {
      toast.error(messageOf(error, t`Failed to change the roles`));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      closable={!busy}
      size="lg"
      title={<span className="break-words">{t`Change roles of ${member.name}`}</span>}
      description={t`They count from the person's next click.`}
    >
      <DialogBody>
        <CheckboxCards
          legend={t`Roles`}
          options={kind.roles}
          value={roles}
          onValueChange={setRoles}
          note={roles.length === 0 && t`Choose at least one role`}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose} disabled={busy}>
          {t`Cancel`}
        </Button>
        <Button
          disabled={isSame || roles.length === 0}
          busy={busy}
          busyLabel={t`Saving...`}
          onClick={() => void save()}
        >
          {t`Change roles`}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
