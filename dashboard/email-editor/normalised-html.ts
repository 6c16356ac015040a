/**
 * The same HTML is written in many ways: attribute order, quotes, closing tags, spaces between blocks. Two sources that
 * are equal after this mean the same, so nothing is lost between them.
 */
export function normalised(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  // What belongs to the head is lost on the way through the body.
  const isDocument = /<(html|head|body|style|script|meta|link|title)[\s>]/i.test(html);
  return (isDocument ? 'document ' : '') + textOf(body);
}

function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replace(/\s+/g, ' ').trim();
  if (node.nodeType === Node.COMMENT_NODE) return `<!--${node.textContent}-->`;
  if (!(node instanceof Element)) return '';
  const children = [...node.childNodes].map(textOf).join('');
  const attributes = [...node.attributes]
    .map(({ name, value }) => `${name}=${name === 'style' ? styleOf(value) : value}`)
    .sort()
    .join(' ');
  return `<${node.tagName} ${attributes}>${children}</>`;
}

const styleOf = (style: string): string =>
  style
    .split(';')
    .map((rule) => rule.replace(/\s+/g, ''))
    .filter(Boolean)
    .sort()
    .join(';');
