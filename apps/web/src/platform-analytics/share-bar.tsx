/** A name above a bar for its share. Screen readers skip the bar: the figure is beside it. */
export function ShareBar({ name, part }: { name: string; part: number }) {
  return (
    <>
      <span className="block font-medium text-wrap break-words">{name}</span>
      <span aria-hidden className="mt-2 block h-1.5 min-w-36 rounded-full bg-sunken">
        {part > 0 && (
          <span
            className="block h-full min-w-1 rounded-full bg-brand"
            style={{ width: `${part * 100}%` }}
          />
        )}
      </span>
    </>
  );
}
