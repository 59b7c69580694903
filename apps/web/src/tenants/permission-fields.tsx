import type { Feature } from "@rokad/contract/call";
import type { Tenant } from "@rokad/contract/tenants";
import { useController, type Control, type FieldValues, type Path } from "react-hook-form";
import { t } from "../super-admin-language.ts";
import { CheckboxCards } from "../ui/checkbox-cards.tsx";
import { features, providers } from "./words.ts";

interface Permissions extends FieldValues {
  features?: Feature[] | undefined;
  allowed_providers?: Tenant["allowed_providers"] | undefined;
}

/** Features & Permissions and Payment Providers, for new accounts and edits. */
export function PermissionFields<Fields extends Permissions>({
  control,
}: {
  // oxlint-disable-next-line typescript/no-explicit-any -- the two forms have different types
  control: Control<Fields, any, any>;
}) {
  const feature = useController({ control, name: "features" as Path<Fields> });
  const provider = useController({ control, name: "allowed_providers" as Path<Fields> });
  const chosen = (provider.field.value ?? []) as Tenant["allowed_providers"];
  return (
    <>
      <CheckboxCards
        legend={t`Features & Permissions`}
        options={features}
        value={(feature.field.value ?? []) as Feature[]}
        onValueChange={feature.field.onChange}
        onBlur={feature.field.onBlur}
      />
      <CheckboxCards
        legend={t`Payment Providers`}
        note={chosen.length === 0 && t`Without a provider, this tenant can't send payouts.`}
        options={providers}
        value={chosen}
        onValueChange={provider.field.onChange}
        onBlur={provider.field.onBlur}
      />
    </>
  );
}
