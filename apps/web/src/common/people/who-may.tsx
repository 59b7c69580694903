import type { Call } from "@rokad/contract/call";
import { rolesWith } from "@rokad/contract/roles";
import { joinOr } from "../../ui/join-words.ts";
import { t } from "../../language.ts";
import { useUser, type NeedsOf } from "../../api/session.ts";
import { currentViewing } from "../../api/viewing.ts";
import { Notice } from "../../ui/notice.tsx";
import { roleLabel, type TeamRole } from "./role-names.ts";

interface WhoMayProps<C extends Call> {
  needs: NeedsOf<C>;
  /** What the person can't do, such as "Importing a statement". */
  action: string;
}

/** In place of a form that the person's roles don't include: which roles do. */
export function WhoMay<C extends Call>({ needs, action }: WhoMayProps<C>) {
  const user = useUser();
  if (!user) return null;
  if (currentViewing()) {
    return (
      <Notice tone="plain" title={t`Read-only view`}>
        {t`Nothing can be changed while you view this account.`}
      </Notice>
    );
  }
  const roles = rolesWith(needs, user.role).map((role) => roleLabel(role as TeamRole));
  return (
    <Notice tone="plain" title={t`Not part of your role`}>
      {t`${action} needs the role ${joinOr(roles)}. An owner can change your roles.`}
    </Notice>
  );
}
