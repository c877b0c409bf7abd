export function Brand() {
  return (
    <span className="flex items-center gap-2 font-semibold tracking-tight whitespace-nowrap">
      <svg
        viewBox="0 0 16 16"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        className="size-4 shrink-0 text-accent"
      >
        <rect x="0.75" y="0.75" width="6" height="6" rx="1.5" fill="currentColor" />
        <rect x="9.25" y="0.75" width="6" height="6" rx="1.5" />
        <rect x="0.75" y="9.25" width="6" height="6" rx="1.5" />
        <rect x="9.25" y="9.25" width="6" height="6" rx="1.5" fill="currentColor" />
      </svg>
      <span data-words="">MEM Console</span>
    </span>
  );
}
