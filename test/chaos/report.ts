import type { Account } from './account.ts';
import type { AcrossProcesses } from './across-processes.ts';
import type { ChaosReport } from './run-chaos.ts';

/** What the report must not show. */
export function shortfalls(report: ChaosReport): string[] {
  const { account, throttle, selfEndings } = report;
  return [
    ...shortfallsAcross(report.across),
    ...shortfallsOf(account),
    ...unless(throttle.excess === 0, `under faults ${throttle.excess} mails more than the sending rate allows`),
    ...selfEndings,
  ];
}

const unless = (isMet: boolean, told: string): string[] => (isMet ? [] : [told]);

function shortfallsAcross({ accepted, limit, oldKey, newKey, effects, throttle }: AcrossProcesses): string[] {
  return [
    ...unless(accepted === limit, `${accepted} requests of a minute were accepted, the limit is ${limit}`),
    ...unless(
      oldKey.every((status) => status === 401),
      `a replaced key is answered ${oldKey}`,
    ),
    ...unless(
      newKey.every((status) => status === 200),
      `the new key is answered ${newKey}`,
    ),
    ...unless(
      effects.atMost === 1 && effects.atLeast === 1,
      `a key used at both APIs at once had ${effects.atLeast} to ${effects.atMost} effects`,
    ),
    ...unless(throttle.excess === 0, `${throttle.excess} mails more than the sending rate allows`),
  ];
}

function shortfallsOf(account: Account): string[] {
  const none = {
    lost: 'acknowledged requests are lost',
    duplicated: 'requests took effect more than once',
    unaccounted: 'recipients are not accounted for',
    campaignMissing: 'recipients of the campaign are missing',
    marketingDuplicates: 'got marketing mail twice',
    repeatsUnderAnotherId: 'mails were repeated under another Message-ID',
    misjudgedByNotices: 'emails are not in the state that their notices say',
  } as const;
  return [
    ...Object.entries(none).flatMap(([name, told]) => {
      const count = account[name as keyof typeof none];
      return unless(count === 0, `${count} ${told}`);
    }),
    ...unless(account.acknowledged > 0, 'no request was acknowledged'),
    ...account.wrongCounters,
    ...account.duplicateStories,
  ];
}

export function chaosText({ account, across, faults, throttle, ...report }: ChaosReport): string {
  const total = Object.values(faults).reduce((sum, count) => sum + count, 0);
  return [
    `load held            ${report.requestsPerSecond.toFixed(1)} requests/s and ${report.mailsPerSecond.toFixed(1)} mails/s over ${report.seconds} s; ${report.noticesPosted} provider notices, each at least twice and in any order`,
    `faults injected      ${total}: ${Object.entries(faults)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
    `requests             ${account.acknowledged} acknowledged, ${account.undecided} undecided, ${account.lost} lost, ${account.duplicated} duplicated`,
    `mail                 ${Object.entries(account.emails)
      .map(([status, count]) => `${count} ${status}`)
      .join(
        ', ',
      )}; ${account.unaccounted} unaccounted for; drained ${report.secondsToDrain.toFixed(0)} s after the last fault`,
    `campaign             ${account.campaignRecipients} recipients, ${account.campaignMissing} missing, ${account.marketingDuplicates} got it twice`,
    `transactional        ${account.transactionalRepeats} arrived again under the same Message-ID, ${account.repeatsUnderAnotherId} under another`,
    `counters             ${account.wrongCounters.length === 0 ? 'equal a recount' : account.wrongCounters.join(', ')}; ${account.misjudgedByNotices} emails misjudged`,
    `rate limit           ${across.accepted} of a minute's requests accepted over two APIs, the limit is ${across.limit}`,
    `replaced key         ${across.oldKey.join(' and ')} at the two APIs at once; the new one ${across.newKey.join(' and ')}`,
    `idempotency key      used at both APIs at once, ${across.effects.keys} times: ${across.effects.atLeast} to ${across.effects.atMost} effects`,
    `sending rate         three workers together ${across.throttle.perSecond.toFixed(1)} mails/s after the first second's worth, the setting is ${across.throttle.setting}: ${across.throttle.excess} too many; under faults ${throttle.excess} too many`,
    `processes            ${report.selfEndings.length} ended by themselves`,
  ].join('\n');
}
