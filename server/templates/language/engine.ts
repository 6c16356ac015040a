import { Liquid } from 'liquidjs';
import { htmlFilters, textFilters, urlFilters } from './filters.ts';
import { operators } from './operators.ts';
import { type Print, printHtml, printText, printUrl } from './print.ts';
import { CountedFor, CountedTablerow, echoTag, FILE_TAGS, InertTag, MarkupCapture, PaidCase } from './tags.ts';

type Mode = 'html' | 'text' | 'url';

const PRINT: Record<Mode, Print> = { html: printHtml, text: printText, url: printUrl };
const FILTERS = { html: htmlFilters, text: textFilters, url: urlFilters };

/** `strict` refuses what is only ignored when a mail is rendered: unknown filters, file tags, stray values. */
export interface Engine {
  strict: boolean;
  print: Print;
  liquid: Liquid;
}

export function createEngine(mode: Mode, { strict = false } = {}): Engine {
  const print = PRINT[mode];
  const liquid = new Liquid({
    jsTruthy: true,
    ownPropertyOnly: true,
    strictFilters: strict,
    operators,
    outputEscape: print,
    // An empty mapping instead of the file system.
    templates: {},
    // A date shows as it was written; `now` and numbers in UTC, whatever the machine's zone.
    preserveTimezones: true,
    timezoneOffset: 0,
    locale: 'en-US',
  });
  for (const name of Object.keys(liquid.filters)) liquid.unregisterFilter(name);
  for (const [name, filter] of Object.entries(FILTERS[mode])) liquid.registerFilter(name, filter);
  liquid.registerTag('for', CountedFor);
  liquid.registerTag('tablerow', CountedTablerow);
  liquid.registerTag('case', PaidCase);
  liquid.registerTag('echo', echoTag(print));
  if (mode !== 'text') liquid.registerTag('capture', MarkupCapture);
  for (const name of FILE_TAGS) liquid.registerTag(name, InertTag);
  return { strict, print, liquid };
}
