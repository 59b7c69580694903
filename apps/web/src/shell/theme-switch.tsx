import { Monitor, Moon, Sun } from "lucide-react";
import { t } from "../language.ts";
import { Segmented } from "../ui/segmented.tsx";
import { useTheme } from "./theme.ts";

const options = [
  { value: "light", label: t`Light theme`, icon: <Sun /> },
  { value: "dark", label: t`Dark theme`, icon: <Moon /> },
  { value: "system", label: t`System theme`, icon: <Monitor /> },
] as const;

export function ThemeSwitch() {
  const [theme, chooseTheme] = useTheme();
  return (
    <Segmented legend={t`Theme`} options={options} value={theme} onValueChange={chooseTheme} />
  );
}
