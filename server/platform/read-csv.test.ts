import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';
import { csvRecords } from './read-csv.ts';

const cellsOf = (text: string) => [...csvRecords(text)].map(({ cells }) => cells);

describe('the records of a CSV text', () => {
  it.each([
    ['nothing', '', []],
    ['one cell', 'a', [['a']]],
    [
      'cells and lines',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'CRLF',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['CR alone', 'a\rb', [['a'], ['b']]],
    ['a byte order mark', '\uFEFFa,b\n', [['a', 'b']]],
    ['blank lines', '\n\na\n  \r\n\nb\n\n', [['a'], ['b']]],
    [
      'empty cells',
      ',a,\n,,',
      [
        ['', 'a', ''],
        ['', '', ''],
      ],
    ],
    ['quotes', '"a","b c"\n', [['a', 'b c']]],
    ['a comma in quotes', '"a,b",c', [['a,b', 'c']]],
    ['doubled quotes', '"say ""hi""",""', [['say "hi"', '']]],
    ['line ends in quotes', '"a\nb\r\nc",d\ne', [['a\nb\r\nc', 'd'], ['e']]],
    ['a quote inside a plain cell', 'a"b,5"\n', [['a"b', '5"']]],
    ['text after a closing quote', '"a"b,c', [['ab', 'c']]],
    ['spaces', ' a , b ', [[' a ', ' b ']]],
    ['letters of every script', 'ä,日本,😀', [['ä', '日本', '😀']]],
  ])('%s', (_, text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
  });

  it('know the physical line that they begin on', () => {
    const text = 'head\r\n\r\n"two\nlines\r\nmore",x\nnext\n\n"a\rb"\nlast';
    expect([...csvRecords(text)].map(({ line }) => line)).toEqual([1, 3, 6, 8, 10]);
  });

  it('tell a quote that is never closed, and where they end', () => {
    const records = [...csvRecords('a\n"b\nc,d\n')];
    expect(records).toEqual([
      { line: 1, cells: ['a'], end: 2, isUnclosed: false },
      { line: 2, cells: ['b\nc,d\n'], end: 9, isUnclosed: true },
    ]);
  });

  it('read back what csvLine writes', () => {
    const cells = ['plain', 'a,b', 'say "hi"', 'two\r\nlines', '', '  spaced '];
    expect(cellsOf(csvLine(cells) + csvLine(['x', '']))).toEqual([cells, ['x', '']]);
  });
});
