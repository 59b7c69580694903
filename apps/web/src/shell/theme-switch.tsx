import { Monitor, Moon, Sun } from "lucide-react";
import { Segmented } from "../ui/segmented.tsx";
import { useTheme } from "./theme.ts";

const options = [
  { value: "light", label: "Light theme", icon: <Sun /> },
  { value: "dark", label: "Dark theme", icon: <Moon /> },
  { value: "system", label: "System theme", icon: <Monitor /> },
] as const;

export function ThemeSwitch() {
  const [theme, chooseTheme] = useTheme();
  return <Segmented legend="Theme" options={options} value={theme} onValueChange={chooseTheme} />;
}
