import { clsx, type ClassValue } from "clsx";

/**
 * Joins class names without resolving conflicts. Two utilities for one property must never meet on
 * one element, so a primitive accepts only layout classes from outside: margin, width, grid cell.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
