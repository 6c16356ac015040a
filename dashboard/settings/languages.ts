import type { Option } from '../ui/select.tsx';

const COMMON = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt',
  'pt-BR',
  'pl',
  'cs',
  'sv',
  'da',
  'fi',
  'nb',
  'tr',
  'uk',
  'ja',
  'ko',
  'zh',
];

const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** The usual ones, and the one that is set. */
export const languageOptions = (current: string): Option[] =>
  [...new Set([...COMMON, current])].map((code) => ({ value: code, label: names.of(code) ?? code }));
