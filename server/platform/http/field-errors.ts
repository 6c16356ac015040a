import type { z } from 'zod';
import type { FieldError } from '../../../contract/envelopes.ts';
import { typeName } from '../../../contract/issue-messages.ts';

type Issue = z.core.$ZodIssue;

// zod 4's names → those that existing clients know (zod 3's).
const CODES: Record<string, string> = { invalid_format: 'invalid_string', invalid_value: 'invalid_enum_value' };

/** The issues of a failed request schema as the contract's field errors. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue) => describe(issue as Issue, []));
}

function describe(issue: Issue, prefix: PropertyKey[]): FieldError[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'invalid_union') return describeUnion(issue, path);
  // What is wrong with a key is told at its place, as it is for a value.
  if (issue.code === 'invalid_key') return issue.issues.flatMap((each) => describe(each, path));
  return [
    {
      // The first segment is ours (params, query or body): the client never wrote it.
      field: path.slice(1).map(String).join('.'),
      message: issue.message,
      code: isMissing(issue) ? 'invalid_type' : (CODES[issue.code] ?? issue.code),
      ...(issue.code === 'invalid_type' || isMissing(issue) ? { received: typeName(issue.input) } : {}),
    },
  ];
}

const isMissing = (issue: Issue): boolean => issue.code === 'invalid_value' && issue.input === undefined;

/** The most specific story: the errors of the first alternative that accepts this type of value. */
function describeUnion(issue: z.core.$ZodIssueInvalidUnion, path: PropertyKey[]): FieldError[] {
  const ofTheType = issue.errors.find(
    (issues) => !issues.some((each) => each.code === 'invalid_type' && each.path.length === 0),
  );
  if (ofTheType && ofTheType.length > 0) return ofTheType.flatMap((each) => describe(each, path));
  const missing = issue.input === undefined;
  return [
    {
      field: path.slice(1).map(String).join('.'),
      message: missing ? 'Required' : issue.message,
      code: missing ? 'invalid_type' : 'invalid_union',
      ...(missing ? { received: 'undefined' } : {}),
    },
  ];
}
