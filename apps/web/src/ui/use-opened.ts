import { useCallback, useState } from "react";

/**
 * What a dialog was opened for, also while it closes. The number is the dialog's key: each opening
 * starts with the current values, and without what was chosen in an earlier one.
 */
export function useOpened<About>() {
  const [opened, setOpened] = useState<{ readonly about: About; readonly number: number }>();
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback((about: About) => {
    setOpened((before) => ({ about, number: (before?.number ?? 0) + 1 }));
    setIsOpen(true);
  }, []);
  return { opened, isOpen, open, close: () => setIsOpen(false) };
}
