/** The page buttons to show: up to `most`, with the current page near the middle. */
export function pagesAround(current: number, total: number, most = 5): number[] {
  const shown = Math.min(most, Math.max(total, 0));
  const first = Math.min(
    Math.max(current - Math.floor(shown / 2), 1),
    Math.max(total - shown + 1, 1),
  );
  return Array.from({ length: shown }, (_, i) => first + i);
}

/** The rows on a page as numbers from 1: {first: 21, last: 40}. */
export function rowsOfPage(
  page: number,
  perPage: number,
  total: number,
): { first: number; last: number } {
  if (total === 0) return { first: 0, last: 0 };
  return { first: (page - 1) * perPage + 1, last: Math.min(page * perPage, total) };
}
