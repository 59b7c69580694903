import { Link } from "@tanstack/react-router";
import { superAdminPaths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { cn } from "../../ui/class-names.ts";

interface TenantLinkProps {
  tenant: { readonly id: string; readonly name: string };
  className?: string;
}

/** A tenant's name, which leads a super admin to its page. */
export function TenantLink({ tenant: { id, name }, className }: TenantLinkProps) {
  return (
    <Link
      to={superAdminPaths.tenant}
      params={{ id }}
      title={name}
      className={cn(
        buttonClass({ variant: "link", size: "text" }),
        "max-w-full break-words whitespace-normal text-text",
        className,
      )}
    >
      {name}
    </Link>
  );
}
