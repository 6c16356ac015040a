import {
  CaptureTag,
  CaseTag,
  type Context,
  type Emitter,
  evalToken,
  ForTag,
  type Liquid,
  type Parser,
  TablerowTag,
  Tag,
  type TagToken,
  type Token,
  type TopLevelToken,
  toValueSync,
} from 'liquidjs';
import { ComputedToken } from './computed-token.ts';
import { Placeholder } from './placeholder.ts';
import { Markup, type Print } from './print.ts';
import type { TemplateContext } from './template-context.ts';

type TagArguments = [token: TagToken, rest: TopLevelToken[], liquid: Liquid, parser: Parser];

type Collection = ForTag['collection'];

const counted = (collection: Collection): Collection =>
  new ComputedToken(collection, (value, ctx) => {
    ctx.budget.iterate(elementsOf(value));
    return value;
  }) as unknown as Collection;

function elementsOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 1;
}

export class CountedFor extends ForTag {
  constructor(...args: TagArguments) {
    super(...args);
    this.collection = counted(this.collection);
  }
}

export class CountedTablerow extends TablerowTag {
  constructor(...args: TagArguments) {
    super(...args);
    this.collection = counted(this.collection);
  }
}

/** The library's own compares without looking at any limit. */
export class PaidCase extends CaseTag {
  override *render(ctx: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const target = yield this.value.value(ctx);
    let isHit = false;
    for (const { values, templates } of this.branches) {
      if (!values.some((value) => this.#equals(ctx, target, value))) continue;
      isHit = true;
      yield this.liquid.renderer.renderTemplates(templates, ctx, emitter);
    }
    if (!isHit) yield this.liquid.renderer.renderTemplates(this.elseTemplates, ctx, emitter);
  }

  #equals(ctx: Context, target: unknown, token: Token): boolean {
    const equals = ctx.opts.operators['=='] as (left: unknown, right: unknown, ctx: Context) => boolean;
    return toValueSync(equals(target, toValueSync(evalToken(token, ctx)), ctx));
  }
}

/** What a block captured was escaped part by part: it is markup, not text to escape again. */
export class MarkupCapture extends CaptureTag {
  override *render(ctx: Context): Generator<unknown, void, string> {
    const html = yield this.liquid.renderer.renderTemplates(this.templates, ctx);
    ctx.bottom()[this.variable] = new Markup(html);
  }
}

export const echoTag = (print: Print) =>
  class Echo extends Tag {
    readonly #placeholder: Placeholder;

    constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
      super(token, rest, liquid);
      this.#placeholder = new Placeholder(token.args, { liquid, print, token });
    }

    override render(ctx: Context, emitter: Emitter): void {
      this.#placeholder.render(ctx as TemplateContext, emitter);
    }

    arguments() {
      return this.#placeholder.arguments();
    }
  };

/** Tags that would load a file: refused when a template is saved, nothing when one is rendered all the same. */
export const FILE_TAGS = ['include', 'render', 'layout', 'block', 'endblock'];

export class InertTag extends Tag {
  override render(): void {}
}
