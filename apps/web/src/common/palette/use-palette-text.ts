import { useEffect, useState } from "react";

/** A search is sent when typing pauses for this long. */
const pauseMs = 200;

/**
 * The text of the field, and the one to search for: from two characters, once typing pauses. The wish
 * to open empties it, not closing: behind the closing animation, a person can type again.
 */
export function usePaletteText(isWanted: boolean) {
  const [text, setText] = useState("");
  const [settled, setSettled] = useState("");
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted !== wasWanted) {
    setWasWanted(isWanted);
    if (isWanted) {
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
