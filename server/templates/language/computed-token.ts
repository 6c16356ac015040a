import { type Context, evalTokenValue, Token, TokenKind } from 'liquidjs';
import type { TemplateContext } from './template-context.ts';

/** Stands for another token and passes its value through a function. */
export class ComputedToken extends Token {
  readonly inner: Token;
  // The shape of the library's own filtered value, with no filters.
  readonly filters = [];
  readonly initial: { evaluate(ctx: Context): Generator<unknown, unknown, unknown> };

  constructor(inner: Token, compute: (value: unknown, ctx: TemplateContext) => unknown) {
    super(TokenKind.FilteredValue, inner.input, inner.begin, inner.end);
    this.inner = inner;
    this.initial = {
      *evaluate(ctx) {
        return compute(yield evalTokenValue(inner, ctx), ctx as TemplateContext);
      },
    };
  }
}
