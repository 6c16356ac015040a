const ENTITIES: Record<string, string> = { '&gt;': '>', '&lt;': '<', '&quot;': '"', '&nbsp;': ' ', '&amp;': '&' };

/** Serialised HTML escapes what Liquid must see as it was typed: `{% if seats > 3 %}`. */
export const withPlainLiquid = (html: string): string =>
  html.replace(/\{\{.*?\}\}|\{%.*?%\}/gs, (tag) =>
    tag.replace(/&(?:gt|lt|quot|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity),
  );
