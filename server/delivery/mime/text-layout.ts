/** Deeper nesting than this is an accident or an attack; marks beyond it say nothing. */
const DEEPEST_MARK = 8;

/** Lays out running text: collapses blanks, ends lines, marks quotations. */
export class TextLayout {
  /** Joined once at the end: looking into a string that grows would copy it each time. */
  readonly #parts: string[] = [];
  #lineEnds = 0;
  #lastDepth = 0;
  #blank = false;
  quoteDepth = 0;
  /** Inside <pre>, where blanks and line ends are kept. */
  isPreformatted = false;

  /** Text of the page: runs of blanks count as one. */
  flow(text: string): void {
    if (this.isPreformatted) {
      this.inline(this.quoteDepth === 0 ? text : text.replace(/\n/g, `\n${quoteMark(this.quoteDepth)}`));
      return;
    }
    const words = BLANKS.test(text) ? text.replace(/[ \t\r\n\f]+/g, ' ') : text;
    if (words === '' || words === ' ') {
      if (words) this.#blank = true;
      return;
    }
    const startsBlank = words.charCodeAt(0) === 32;
    const endsBlank = words.charCodeAt(words.length - 1) === 32;
    if (startsBlank) this.#blank = true;
    this.inline(words.slice(startsBlank ? 1 : 0, endsBlank ? -1 : undefined));
    this.#blank = endsBlank;
  }

  /** Text as it is given, after the line ends or the blank that are due. */
  inline(text: string): void {
    if (this.#lineEnds > 0 || this.#parts.length === 0) this.#endLines();
    else if (this.#blank) this.#parts.push(' ');
    this.#blank = false;
    this.#parts.push(text);
  }

  /** At least so many line ends before what comes next. */
  breakLine(lineEnds: number): void {
    if (lineEnds > this.#lineEnds) this.#lineEnds = lineEnds;
  }

  /** One more line end, even after others: <br>. */
  addLineEnd(): void {
    this.#lineEnds++;
  }

  /** Where the text stands now, for `since`. */
  get position(): number {
    return this.#parts.length;
  }

  since(position: number): string {
    return this.#parts.slice(position).join('').trim();
  }

  result(): string {
    const text = this.#parts.join('').replaceAll('\u00a0', ' ');
    // Looked for first: the expression would stop at every blank of the text.
    return text.includes(' \n') || text.endsWith(' ') ? text.replace(/ +$/gm, '') : text;
  }

  #endLines(): void {
    const mark = quoteMark(this.quoteDepth);
    // The empty line between a quotation and its surroundings belongs to the outer one.
    const emptyLine = this.#lineEnds > 1 ? `\n${quoteMark(Math.min(this.quoteDepth, this.#lastDepth))}` : '';
    this.#parts.push(this.#parts.length === 0 ? mark : `${emptyLine}\n${mark}`);
    this.#lastDepth = this.quoteDepth;
    this.#lineEnds = 0;
  }
}

const quoteMark = (depth: number): string => '> '.repeat(Math.min(depth, DEEPEST_MARK));

/** Anything that collapsing would change: a blank that is no space, or two in a row. */
const BLANKS = /[\t\r\n\f]| {2}/;
