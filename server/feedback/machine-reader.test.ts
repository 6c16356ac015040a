import { describe, expect, it } from 'vitest';
import { minutes } from '../platform/clock.ts';
import { isMachineVisit } from './machine-reader.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const late = minutes(10);
const by = (userAgent: string | undefined, headers = {}) => ({ headers: { 'user-agent': userAgent, ...headers } });

describe('an open', () => {
  it.each([
    ['a browser', CHROME],
    ['Apple Mail behind its privacy proxy', 'Mozilla/5.0'],
    ['Gmail', 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'],
    ['Yahoo', 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html'],
    ['Outlook', 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)'],
    ['Thunderbird', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.0'],
    ['a proxy without a name', undefined],
    ['a proxy built on a library', 'okhttp/4.9.0'],
    ['a telephone named like a robot', 'Mozilla/5.0 (Linux; Android 10; CUBOT NOTE 20) AppleWebKit/537.36'],
  ])('by %s is a person’s', (_, userAgent) => {
    expect(isMachineVisit('open', by(userAgent), late)).toBe(false);
  });

  it.each([
    ['a crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    ['a messenger’s preview', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
    ['a social network', 'facebookexternalhit/1.1'],
    ['a scanner', 'Mozilla/5.0 (compatible; Barracuda Sentinel)'],
    ['a headless browser', 'Mozilla/5.0 (X11) AppleWebKit/537.36 HeadlessChrome/120.0 Safari/537.36'],
  ])('by %s is a machine’s', (_, userAgent) => {
    expect(isMachineVisit('open', by(userAgent), late)).toBe(true);
  });
});

describe('a click', () => {
  it.each([CHROME, 'curl/8.5.0', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148'])(
    'with %s is a person’s',
    (userAgent) => {
      expect(isMachineVisit('click', by(userAgent), late)).toBe(false);
    },
  );

  it.each([undefined, '', 'python-requests/2.32', 'Go-http-client/2.0', 'Java/17.0.2', 'bingbot/2.0', 'WhatsApp/2.23'])(
    'with %j is a machine’s',
    (userAgent) => {
      expect(isMachineVisit('click', by(userAgent), late)).toBe(true);
    },
  );
});

describe('any visit', () => {
  it.each([
    [{ purpose: 'prefetch' }],
    [{ 'sec-purpose': 'prefetch;prerender' }],
    [{ 'x-purpose': 'preview' }],
    [{ 'x-moz': 'prefetch' }],
  ])('is a machine’s with %j', (headers) => {
    expect(isMachineVisit('open', by(CHROME, headers), late)).toBe(true);
    expect(isMachineVisit('click', by(CHROME, headers), late)).toBe(true);
  });

  it.each([
    [-50, true],
    [0, true],
    [999, true],
    [1000, false],
  ])('%d ms after sending: machine is %s', (msSinceSent, expected) => {
    expect(isMachineVisit('open', by(CHROME), msSinceSent)).toBe(expected);
    expect(isMachineVisit('click', by(CHROME), msSinceSent)).toBe(expected);
  });
});
