/** The next position: one further, or after the quoted text that opens here. */
export function stepOverQuoted(code: string, at: number): number {
  const close = opensQuote(code, at) ? closingQuote(code, at) : -1;
  return close === -1 ? at + 1 : close + 1;
}

/** After a letter it is an apostrophe. */
function opensQuote(code: string, at: number): boolean {
  return (code[at] === '"' || code[at] === "'") && !/[\p{L}\p{N}]/u.test(code[at - 1] ?? '');
}

function closingQuote(code: string, open: number): number {
  for (let at = open + 1; at < code.length; at++) {
    if (code[at] === '\\') at += 1;
    else if (code[at] === code[open]) return at;
  }
  return -1;
}

export function splitOutsideQuotes(code: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let at = 0;
  while (at < code.length) {
    if (code.startsWith(separator, at)) {
      parts.push(code.slice(start, at));
      at += separator.length;
      start = at;
    } else at = stepOverQuoted(code, at);
  }
  return [...parts, code.slice(start)];
}
