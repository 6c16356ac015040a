interface TrackedLink {
  /** Where it leads. */
  url: string;
  /** What a browser asks this server for when somebody clicks. */
  path: string;
}

interface TrackedVisits {
  /** Of the picture that counts opens; undefined where opens are not tracked. */
  pixel: string | undefined;
  links: TrackedLink[];
}

/** What a reader's mail program would ask this server for: taken from the mail itself. */
export function trackedVisits(html: string): TrackedVisits {
  const mail = new DOMParser().parseFromString(html, 'text/html');
  const pictures = [...mail.querySelectorAll('img[src]')].map((image) => pathFrom(image.getAttribute('src'), '/t/o/'));
  const links = [...mail.querySelectorAll('a[href]')].flatMap((link) => {
    const path = pathFrom(link.getAttribute('href'), '/t/c/');
    const url = path && new URL(path, location.origin).searchParams.get('u');
    return path && url ? [{ path, url }] : [];
  });
  return {
    pixel: pictures.find((path) => path !== undefined),
    links: links.filter(({ path }, i) => links.findIndex((each) => each.path === path) === i),
  };
}

/** The server may be known to readers under another name than to this browser: only what follows the name counts. */
function pathFrom(address: string | null, start: string): string | undefined {
  const at = address?.indexOf(start) ?? -1;
  return at === -1 ? undefined : address?.slice(at);
}

/** Asks as a reader's program does; a click is not followed to where it leads. */
export async function visit(path: string): Promise<void> {
  await fetch(path, { redirect: 'manual', credentials: 'omit', cache: 'no-store' });
}
