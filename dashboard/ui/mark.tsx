/** The post horn; the favicon is the same drawing. */
export function Mark({ className = 'size-5' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={`shrink-0 text-brass ${className}`} aria-hidden="true">
      <g transform="rotate(-14 12 12)">
        <path
          d="M1.8 9H14M3.7 14.9a5.9 5.9 0 1 0 11.8 0a5.9 5.9 0 1 0-11.8 0"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
        <path
          d="M11.5 7.8C16.5 7.7 19.8 5.9 21.3 2.7c.3-.6 1.2-.4 1.2.3v12c0 .7-.9.9-1.2.3C19.8 12.1 16.5 10.3 11.5 10.2z"
          fill="currentColor"
        />
      </g>
    </svg>
  );
}
