import { describe, expect, it } from 'vitest';
import {
  type Becomes,
  guessedMapping,
  mappedFile,
  mappingProblem,
  withColumn,
} from '../../dashboard/contacts/import/column-mapping.ts';
import { readPreview } from '../../dashboard/contacts/import/read-preview.ts';

const aFile = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => new File(parts, 'people.csv', { type: 'text/csv' });
const preview = (text: string) => readPreview(aFile(text));
const roles = (mapping: Becomes[]) => mapping.map(({ as, field }) => (as === 'field' ? field : as));

describe('what the columns of a file become is guessed', () => {
  it.each([
    ['email,plan\na@b.c,pro', ['email', 'plan']],
    ['\uFEFFE-Mail,Subscribed\na@b.c,yes', ['email', 'subscribed']],
    ['contact,plan\na@b.c,pro\nd@e.f,free', ['email', 'plan']],
    ['id,email,createdAt,plunk_id,data.seats,\n1,a@b.c,x,y,3,z', ['skip', 'email', 'skip', 'skip', 'seats', 'skip']],
    ['name\tmail\nAda\ta@b.c', ['name', 'email']],
    ['name,plan\nAda,pro', ['name', 'plan']],
  ])('%j', async (text, becomes) => {
    expect(roles(guessedMapping(await preview(text)))).toEqual(becomes);
  });
});

describe('a mapping', () => {
  it('has one address: whoever had the role becomes a field', async () => {
    const mapping = guessedMapping(await preview('email,work\na@b.c,d@e.f'));
    expect(withColumn(mapping, 1, { as: 'email' }).map(({ as }) => as)).toEqual(['field', 'email']);
  });

  it('needs an address, names for its fields, and each name once', () => {
    const email: Becomes = { as: 'email', field: '' };
    expect(mappingProblem([{ as: 'field', field: 'plan' }])).toMatch('Choose the column');
    expect(mappingProblem([email, { as: 'field', field: ' ' }])).toMatch('needs a name');
    expect(mappingProblem([email, { as: 'field', field: 'plan' }, { as: 'field', field: 'plan ' }])).toMatch('plan');
    expect(mappingProblem([email, { as: 'skip', field: 'plan' }, { as: 'field', field: 'plan' }])).toBeUndefined();
  });
});

describe('the file that is uploaded', () => {
  const text = async (source: string, change: (mapping: Becomes[]) => Becomes[] = (same) => same) => {
    const read = await preview(source);
    return (await mappedFile(read, change(guessedMapping(read)))).text();
  };

  it('has another first line, and every other byte as it was', async () => {
    const rest = 'a@b.c,"x\r\ny",Zürich\r\n\r\nd@e.f,,\r\n';
    const renamed = await text(`email,"a ""b""\r\nc",city\r\n${rest}`, (mapping) =>
      withColumn(withColumn(mapping, 1, { as: 'skip' }), 2, { field: 'town, or city' }),
    );
    expect(renamed).toBe(`email,,"data.town, or city"\n${rest}`);
  });

  it('has commas where the file had semicolons', async () => {
    expect(await text('email;name\na@b.c;"Doe; Ada"\n\nd@e.f;a, b "c"')).toBe(
      'email,data.name\na@b.c,Doe; Ada\n\nd@e.f,"a, b ""c"""',
    );
  });

  it('has the last row even where its last cell is empty', async () => {
    expect(await text('email;name\na@b.c;Ada\nd@e.f;')).toBe('email,data.name\na@b.c,Ada\nd@e.f,');
  });
});

describe('a file that cannot be imported says why', () => {
  it.each([
    ['not UTF-8', aFile(new Uint8Array([0x65, 0xe9, 0x0a])), 'UTF-8'],
    ['UTF-16', aFile(new Uint8Array([0x65, 0x00, 0x0a, 0x00])), 'UTF-8'],
    ['nothing in it', aFile(' \n'), 'empty'],
    ['too large', aFile('email\n', 'x'.repeat(6_000_000)), 'at most'],
  ])('%s', async (_, file, problem) => {
    expect((await readPreview(file)).problem).toMatch(problem);
  });

  it('but not because what is looked at ends inside a character', async () => {
    expect((await readPreview(aFile('email\n', 'ü'.repeat(40_000)))).problem).toBeUndefined();
  });
});
