import { clsx, type ClassValue } from "clsx";

/**
 * Joins class names. It settles no conflicts: two utilities for one property must never meet on
 * one element, so a primitive takes layout classes from outside (margin, width, grid place) only.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
