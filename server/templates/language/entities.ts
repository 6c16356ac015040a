const NAMED = new Map(
  Object.entries({
    quot: '"',
    apos: "'",
    amp: '&',
    lt: '<',
    gt: '>',
    nbsp: ' ',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
  }),
);

/** The entities that editors write for quotes, comparison signs and blanks. Other names stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,5}));/g, (entity, decimal, hex, name) => {
    if (name) return NAMED.get(name) ?? entity;
    const sign = characterOf(decimal ? Number(decimal) : Number.parseInt(hex, 16));
    return sign ?? entity;
  });
}

function characterOf(code: number): string | undefined {
  if (code === 160) return ' ';
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}
