import { Parser, type Tag, TagToken, type Template, Token, TokenKind, type TopLevelToken } from 'liquidjs';
import type { Engine } from './engine.ts';
import { MAX_BLOCK_DEPTH } from './limits.ts';
import { Placeholder } from './placeholder.ts';
import { type Piece, SyntaxProblem, scan } from './scan.ts';
import { FILE_TAGS } from './tags.ts';
import { Text } from './text.ts';
import { boundRanges, findOddity } from './token-walk.ts';

/** Throws SyntaxProblem. */
export function parseTemplate(engine: Engine, source: string): Template[] {
  const tokens = scan(source).map((piece) => (piece.kind === 'tag' ? tagToken(engine, piece) : new PieceToken(piece)));
  return new TemplateParser(engine).parseTokens(tokens as unknown as TopLevelToken[]);
}

class PieceToken extends Token {
  readonly piece: Piece;

  constructor(piece: Piece) {
    super(piece.kind === 'output' ? TokenKind.Output : TokenKind.HTML, piece.text, 0, piece.text.length);
    this.piece = piece;
  }
}

class PlacedTagToken extends TagToken {
  readonly piece: Piece;

  constructor(piece: Piece, { liquid }: Engine) {
    super(piece.text, 0, piece.text.length, liquid.options);
    this.piece = piece;
  }
}

function tagToken(engine: Engine, piece: Piece): PlacedTagToken {
  try {
    return new PlacedTagToken(piece, engine);
  } catch (error) {
    throw located(error, piece);
  }
}

class TemplateParser extends Parser {
  readonly #engine: Engine;
  #depth = 0;

  constructor(engine: Engine) {
    super(engine.liquid);
    this.#engine = engine;
  }

  override parseTokens(tokens: TopLevelToken[]): Template[] {
    // Taking from the front of a long array copies it: 100,000 placeholders took 7 s.
    const queue = new TokenQueue(tokens) as unknown as TopLevelToken[];
    const templates: Template[] = [];
    for (let token = queue.shift(); token; token = queue.shift()) templates.push(this.parseToken(token, queue));
    return templates;
  }

  override parseToken(token: TopLevelToken, rest: TopLevelToken[]): Tag {
    return this.#parse(token as unknown as Token, rest) as Tag;
  }

  #parse(token: Token, rest: TopLevelToken[]): Template {
    if (token instanceof PieceToken && token.piece.kind === 'text') return new Text(token.piece.text, token);
    this.#depth += 1;
    try {
      if (this.#depth > MAX_BLOCK_DEPTH) throw new Error(`blocks may be nested ${MAX_BLOCK_DEPTH} deep`);
      const template = token instanceof PieceToken ? this.#placeholder(token) : this.#tag(token as TagToken, rest);
      boundRanges(template);
      const oddity = this.#engine.strict ? findOddity(template) : undefined;
      if (oddity) throw new Error(oddity);
      return template;
    } catch (error) {
      throw located(error, 'piece' in token ? (token.piece as Piece) : undefined);
    } finally {
      this.#depth -= 1;
    }
  }

  #placeholder(token: PieceToken): Placeholder {
    const code = token.piece.text.slice(2, -2).replace(/^-/, '').replace(/-$/, '');
    return new Placeholder(code, { ...this.#engine, token });
  }

  #tag(token: TagToken, rest: TopLevelToken[]): Tag {
    if (this.#engine.strict && FILE_TAGS.includes(token.name)) {
      throw new Error(`the tag "${token.name}" is not available: a template stands alone`);
    }
    return super.parseToken(token, rest) as Tag;
  }
}

/** The part of an array that the library's parser uses. */
class TokenQueue {
  readonly #tokens: TopLevelToken[];
  #next = 0;

  constructor(tokens: TopLevelToken[]) {
    this.#tokens = tokens;
  }

  get length(): number {
    return this.#tokens.length - this.#next;
  }

  shift(): TopLevelToken | undefined {
    const token = this.#tokens[this.#next];
    if (token) this.#next += 1;
    return token;
  }
}

const MAX_MESSAGE_LENGTH = 200;

/** The innermost piece that fails says where; the library wraps that once more for each block around it. */
function located(error: unknown, piece: Piece | undefined): unknown {
  if (!(error instanceof Error)) return error;
  const wrapped = error as { originalError?: Error; token?: Token } & Error;
  if (wrapped.originalError instanceof SyntaxProblem) return wrapped.originalError;
  if (error instanceof SyntaxProblem || !piece) return error;
  const inside = wrapped.token?.input === piece.text && piece.isExact ? wrapped.token.begin : 0;
  return new SyntaxProblem(messageOf(error), piece.at + inside);
}

function messageOf(error: Error): string {
  if (error instanceof RangeError || /call stack/.test(error.message)) return 'this is nested too deeply';
  return error.message.replace(/, line:\d+, col:\d+$/, '').slice(0, MAX_MESSAGE_LENGTH);
}
