import { useEffect, useState } from "react";

/** A search is sent when typing pauses for this long. */
const pauseMs = 200;

/**
 * The text of the field, and the one to search for: from two characters, once typing pauses. Opening
 * empties it, not closing: behind the closing animation, a person can type again.
 */
export function usePaletteText(open: boolean) {
  const [text, setText] = useState("");
  const [settled, setSettled] = useState("");
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) {
      setText("");
      setSettled("");
    }
  }
  const trimmed = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(trimmed), pauseMs);
    return () => clearTimeout(timer);
  }, [trimmed]);
  return {
    text,
    setText,
    search: settled.length >= 2 ? settled : "",
    isTyping: settled !== trimmed,
  };
}
