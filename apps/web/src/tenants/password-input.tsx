import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { t } from "../super-admin-language.ts";
import { Button } from "../ui/button.tsx";
import { TextInput } from "../ui/text-input.tsx";

/** Another person's password, which the super admin passes on, so it can be shown. */
export function PasswordInput(props: ComponentProps<typeof TextInput>) {
  const [shown, setShown] = useState(false);
  const label = shown ? t`Hide password` : t`Show password`;
  return (
    <TextInput
      {...props}
      type={shown ? "text" : "password"}
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={label}
          title={label}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff /> : <Eye />}
        </Button>
      }
    />
  );
}
