import { z } from 'zod';

/**
 * The wording and codes of validation errors are those that existing clients know (zod 3's), not zod 4's.
 * Set once here, because both the server and the dashboard's forms validate with these schemas.
 */
z.config({ customError: (issue) => messageOf(issue as IssueWithInput) });

type IssueWithInput = z.core.$ZodRawIssue & { input?: unknown };

export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' && Number.isNaN(value)) return 'nan';
  return typeof value;
}

function messageOf(issue: IssueWithInput): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'Required'
        : `Expected ${expectedName(issue.expected)}, received ${typeName(issue.input)}`;
    case 'invalid_format':
      return issue.format === 'regex' ? 'Invalid' : `Invalid ${issue.format}`;
    case 'too_small':
      return sizeMessage('at least', issue.origin, issue.minimum);
    case 'too_big':
      return sizeMessage('at most', issue.origin, issue.maximum);
    case 'invalid_value':
      if (issue.input === undefined) return 'Required';
      return `Invalid enum value. Expected ${issue.values.map((value) => `'${String(value)}'`).join(' | ')}, received '${shown(issue.input)}'`;
    case 'unrecognized_keys':
      return `Unrecognized key(s) in object: ${issue.keys.map((key) => `'${key}'`).join(', ')}`;
    case 'invalid_union':
      return issue.input === undefined ? 'Required' : 'Invalid input';
    default:
      return undefined;
  }
}

/** An object may bring a `toString` that is no function. */
const shown = (value: unknown): string => (typeof value === 'object' ? typeName(value) : String(value));

const expectedName = (expected: string): string => (expected === 'record' ? 'object' : expected);

function sizeMessage(bound: string, origin: string, limit: number | bigint): string {
  if (origin === 'string') return `String must contain ${bound} ${limit} character(s)`;
  if (origin === 'array') return `Array must contain ${bound} ${limit} element(s)`;
  if (origin === 'file') return `File must be ${bound} ${limit} bytes`;
  return `Number must be ${bound === 'at least' ? 'greater' : 'less'} than or equal to ${limit}`;
}
