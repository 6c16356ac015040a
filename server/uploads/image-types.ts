/** What may be uploaded and how its name ends. No SVG: it is a document that can run scripts. */
export const TYPE_BY_EXTENSION: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
};
