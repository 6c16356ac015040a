import type { Emitter, Template, Token } from 'liquidjs';
import type { TemplateContext } from './template-context.ts';

/** What stands between the placeholders. */
export class Text implements Template {
  readonly token: Token;
  readonly text: string;

  constructor(text: string, token: Token) {
    this.text = text;
    this.token = token;
  }

  render(ctx: TemplateContext, emitter: Emitter): void {
    ctx.budget.print(this.text.length);
    emitter.write(this.text);
  }
}
