/** Grey in the shape of what will stand here. */
export function Skeleton({ className }: { className: string }) {
  return <span className={`block animate-late rounded-sm bg-hover ${className}`} />;
}
