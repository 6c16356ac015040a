/** The part of a segment's event names that is made of its name; the id where nothing is left of it. */
export function slugOf({ id, name }: { id: string; name: string }): string {
  const slug = name
    .toLowerCase()
    .trim()
    .replace(/[^a-z0-9_\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
  return slug || id;
}
