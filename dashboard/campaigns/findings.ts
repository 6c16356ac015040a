import type { Campaign } from '../../contract/campaigns.ts';
import type { Domain } from '../../contract/domains.ts';
import type { TemplatePreview } from '../../contract/templates.ts';
import { byteSize, counted } from '../ui/format.ts';
import type { Gap } from './use-gaps.ts';

export interface Finding {
  severity: 'bad' | 'warning' | 'good';
  message: string;
}

interface Looked {
  campaign: Campaign;
  preview: TemplatePreview;
  domains: Domain[];
  gaps: Gap[];
}

/** Beyond this Gmail cuts a mail off and hides its end, the unsubscribe link with it. */
const CLIPPED_BYTES = 102_000;

export function findingsOf(looked: Looked): Finding[] {
  return [
    senderProblem(looked),
    ...syntaxProblems(looked),
    wayOutProblem(looked),
    sizeProblem(looked),
    ...linkProblems(looked),
    ...gapProblems(looked),
  ]
    .filter((finding) => finding !== undefined)
    .sort((a, b) => (a.severity === b.severity ? 0 : a.severity === 'bad' ? -1 : 1));
}

function senderProblem({ campaign: { from }, domains }: Looked): Finding | undefined {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  if (domains.some((each) => each.domain === domain && each.verified)) return undefined;
  return { severity: 'bad', message: `The domain ${domain} is not verified: nothing can be sent from it.` };
}

const syntaxProblems = ({ preview: { problems } }: Looked): Finding[] =>
  problems.map(({ message }) => ({ severity: 'bad', message }));

function wayOutProblem({ campaign: { type }, preview: { html } }: Looked): Finding | undefined {
  if (type === 'TRANSACTIONAL' || /\/(unsubscribe|manage)\//.test(html)) return undefined;
  return { severity: 'bad', message: 'The mail has no unsubscribe link. Put {{unsubscribeUrl}} into it.' };
}

function sizeProblem({ preview: { html } }: Looked): Finding | undefined {
  const bytes = new TextEncoder().encode(html).length;
  if (bytes <= CLIPPED_BYTES) return undefined;
  return {
    severity: 'warning',
    message: `The mail has ${byteSize(bytes)}: Gmail cuts off what is beyond ${byteSize(CLIPPED_BYTES)}.`,
  };
}

function linkProblems({ preview: { html } }: Looked): Finding[] {
  const mail = new DOMParser().parseFromString(html, 'text/html');
  const broken = [...mail.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '').filter(isBroken);
  const messages = broken.map((href) =>
    href === '' || href === 'https://' ? 'A link leads nowhere.' : `This link cannot work: ${href}`,
  );
  return [...new Set(messages)].map((message) => ({ severity: 'warning', message }));
}

function isBroken(href: string): boolean {
  if (/^(mailto:|tel:|#)/.test(href)) return false;
  try {
    return !['http:', 'https:'].includes(new URL(href).protocol);
  } catch {
    return true;
  }
}

const gapProblems = ({ gaps }: Looked): Finding[] =>
  gaps.map(({ variable, count }) => ({
    severity: 'warning',
    message: `${counted(count, 'recipient')} ${count === 1 ? 'has' : 'have'} no ${variable}: give a fallback, {{${variable} ?? "there"}}.`,
  }));
