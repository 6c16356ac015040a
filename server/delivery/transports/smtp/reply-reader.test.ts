import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProtocolError, ReplyReader } from './reply-reader.ts';

const WIRE = '250-first\r\n250-second\r\n250 third\r\n354 go ahead\r\n\r\n550 5.1.1 Empfänger unbekannt\r\n250\n';
const REPLIES = [
  { code: 250, text: 'first second third' },
  { code: 354, text: 'go ahead' },
  { code: 550, text: '5.1.1 Empfänger unbekannt' },
  { code: 250, text: '' },
];

describe('replies', () => {
  it('are read however the bytes are split', () => {
    const bytes = Buffer.from(WIRE);
    const cuts = fc
      .uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }))
      .map((list) => list.sort((a, b) => a - b));
    fc.assert(
      fc.property(cuts, (places) => {
        const reader = new ReplyReader();
        const ends = [...places, bytes.length];
        const replies = ends.flatMap((end, i) => reader.push(bytes.subarray(ends[i - 1] ?? 0, end)));
        expect(replies).toEqual(REPLIES);
      }),
    );
  });

  it.each([
    'hello\r\n',
    '99 x\r\n',
    '1000\r\n',
    'HTTP/1.1 400 Bad Request\r\n',
    `250 ${'x'.repeat(100_000)}`,
    '250-x\r\n'.repeat(50_000),
  ])('that are none end the conversation (%#)', (wire) => {
    expect(() => new ReplyReader().push(Buffer.from(wire))).toThrow(ProtocolError);
  });
});
