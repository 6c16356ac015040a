import { describe, expect, it } from 'vitest';
import { readReport } from './delivery-report.ts';

const report = (type: string, part: string, original = 'Subject: Hi\r\n\r\nbody') =>
  Buffer.from(
    [
      'From: MAILER-DAEMON@mx.example.com',
      'Subject: about your mail',
      'MIME-Version: 1.0',
      `Content-Type: multipart/report; report-type=${type.split('/')[1]}; boundary="b"`,
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'For people.',
      '--b',
      `Content-Type: ${type}`,
      '',
      part,
      '--b',
      'Content-Type: message/rfc822',
      '',
      original,
      '--b--',
      '',
    ].join('\r\n'),
  );

const status = (...lines: string[]) =>
  report(
    'message/delivery-status',
    ['Reporting-MTA: dns; mx.example.com', '', 'Final-Recipient: rfc822; ada@example.com', ...lines].join('\r\n'),
  );

describe('a delivery status notification', () => {
  it.each([
    ['5.1.1', 'smtp; 550 5.1.1 no such user', 'Permanent', '550 5.1.1 no such user'],
    ['5.0.0', 'x-unix; unknown user', 'Permanent', 'unknown user'],
    ['5.4.4', 'smtp; host not found', 'Permanent', 'host not found'],
    ['5.0.0', 'smtp; 552 5.2.2 mailbox full', 'Undetermined', '552 5.2.2 mailbox full'],
    ['5.7.1', 'smtp; 550 5.7.1 blocked for spam', 'Undetermined', '550 5.7.1 blocked for spam'],
    ['5.3.4', 'smtp; 552 too big', 'Undetermined', '552 too big'],
    ['4.4.7', 'smtp; 451 timed out', 'Transient', '451 timed out'],
    ['', 'smtp; 550 nobody here', 'Permanent', '550 nobody here'],
    ['', '', 'Undetermined', 'failed'],
  ])('of failure with status %j and %j is %s', async (code, diagnostic, type, reason) => {
    const raw = status('Action: failed', `Status: ${code}`, `Diagnostic-Code: ${diagnostic}`);
    expect(await readReport(raw)).toEqual({ kind: 'bounced', type, reason });
  });

  it('of a delay is transient, whatever its status', async () => {
    const raw = status('Action: Delayed', 'Status: 4.4.1', 'Diagnostic-Code: smtp; 421 later');
    expect(await readReport(raw)).toEqual({ kind: 'bounced', type: 'Transient', reason: '421 later' });
  });

  it('of success says delivered', async () => {
    expect(await readReport(status('ACTION: DELIVERED', 'Status: 2.0.0'))).toEqual({
      kind: 'delivered',
    });
  });

  it.each(['relayed', 'expanded', 'nonsense'])('that says %s says nothing', async (action) => {
    expect(await readReport(status(`Action: ${action}`, 'Status: 2.0.0'))).toBeUndefined();
  });

  it('may fold its lines and speak of several recipients: the worst counts', async () => {
    const raw = status(
      'Action: delivered',
      'Status: 2.0.0',
      '',
      'Final-Recipient: rfc822; other@example.com',
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 no',
      '  such',
      '\tuser',
    );
    expect(await readReport(raw)).toEqual({ kind: 'bounced', type: 'Permanent', reason: '550 no such user' });
  });

  it('may be cut off after what it says', async () => {
    const raw = status('Action: failed', 'Status: 5.1.1', 'Diagnostic-Code: smtp; 550 gone');
    const cut = raw.subarray(0, raw.indexOf('message/rfc822'));
    expect(await readReport(cut)).toEqual({ kind: 'bounced', type: 'Permanent', reason: '550 gone' });
  });

  it('inside the returned message is not ours to believe', async () => {
    const inner = status('Action: failed', 'Status: 5.1.1').toString().replaceAll('--b', '--i').replace('"b"', '"i"');
    expect(await readReport(Buffer.from(inner))).toMatchObject({ kind: 'bounced' });
    expect(await readReport(report('text/rfc822-headers', 'X: y', inner))).toBeUndefined();
  });
});

describe('an abuse report', () => {
  it.each(['abuse', 'fraud', 'Virus', 'other'])('of %s is a complaint', async (type) => {
    const raw = report('message/feedback-report', `Feedback-Type: ${type}\r\nUser-Agent: x/1\r\nVersion: 1`);
    expect(await readReport(raw)).toEqual({ kind: 'complained', reason: type.toLowerCase() });
  });

  it('that says not-spam is none', async () => {
    expect(await readReport(report('message/feedback-report', 'Feedback-Type: not-spam'))).toBeUndefined();
  });
});

it.each([
  ['an automatic answer', 'Subject: Out of office\r\nAuto-Submitted: auto-replied\r\n\r\nI am away.'],
  ['nothing', ''],
  ['noise', '\0\u00ff--b\r\n\r\n'],
  ['endless nesting', `${'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n'.repeat(2000)}`],
])('%s is no report', async (_, raw) => {
  expect(await readReport(Buffer.from(raw))).toBeUndefined();
});
