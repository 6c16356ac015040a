/** A tab whose part the mail does not have. */
export function NoPart({ children }: { children: string }) {
  return <p className="m-auto p-6 text-sm text-ink-faint">{children}</p>;
}
