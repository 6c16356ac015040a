import { type Expression, type FilteredValueToken, type Template, type Token, TypeGuards, Value } from 'liquidjs';
import { ComputedToken } from './computed-token.ts';

const { isFilteredValueToken, isOperatorToken, isPropertyAccessToken, isQuotedToken, isRangeToken } = TypeGuards;

const MAX_BOUND = 1_000_000_000;

/**
 * Keeps the ends of ranges small: the library builds the list by adding 1, and from 2^53 on adding 1 changes nothing,
 * so that `(100000000000000000..100000000000000010)` would fill the memory.
 */
export function boundRanges(template: Template): void {
  for (const token of tokensOf(template)) {
    if (!isRangeToken(token)) continue;
    token.lhs = bounded(token.lhs);
    token.rhs = bounded(token.rhs);
  }
}

const bounded = (end: Token): FilteredValueToken =>
  new ComputedToken(end, (value) =>
    Math.min(Math.max(Number(value), -MAX_BOUND), MAX_BOUND),
  ) as unknown as FilteredValueToken;

/** What the library reads without complaint, though it cannot be meant so. */
export function findOddity(template: Template): string | undefined {
  for (const argument of template.arguments?.() ?? []) {
    // It drops whatever follows the first value, as in `{% if first name == "Ada" %}`.
    if (argument instanceof Value && !isOneValue(argument.initial)) {
      return 'expected one value here; in a tag a key with spaces is written ["like this"]';
    }
  }
  const isUnclosed = (text: string) => text.length < 2 || text.at(-1) !== text[0];
  const hasUnclosedQuote = tokensOf(template).some((token) => isQuotedToken(token) && isUnclosed(token.getText()));
  return hasUnclosedQuote ? 'a quote is not closed' : undefined;
}

function isOneValue({ postfix }: Expression): boolean {
  let values = 0;
  for (const token of postfix) {
    if (!isOperatorToken(token)) values += 1;
    else if (token.operator !== 'not') values -= 1;
  }
  return values === 1;
}

function tokensOf(template: Template): Token[] {
  const tokens: Token[] = [];
  for (const argument of template.arguments?.() ?? []) {
    if (argument instanceof Value) collectValue(argument, tokens);
    else collect(argument, tokens);
  }
  return tokens;
}

function collectValue({ initial, filters }: Value | FilteredValueToken, tokens: Token[]): void {
  for (const token of initial.postfix) collect(token, tokens);
  for (const argument of filters.flatMap(({ args }) => args)) {
    const token = Array.isArray(argument) ? argument[1] : argument;
    if (token) collect(token, tokens);
  }
}

function collect(token: Token, tokens: Token[]): void {
  if (token instanceof ComputedToken) collect(token.inner, tokens);
  else if (isFilteredValueToken(token)) collectValue(token, tokens);
  else tokens.push(token);
  if (isRangeToken(token)) for (const end of [token.lhs, token.rhs]) collect(end, tokens);
  if (!isPropertyAccessToken(token)) return;
  for (const part of [token.variable, ...token.props]) if (part) collect(part, tokens);
}
