import { useState } from 'react';
import { type Condition, condition as conditionSchema } from '../../contract/condition.ts';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/input.tsx';

/** The tree as the API takes it; wrong JSON stays in the box until it is right. */
export function ConditionJson({
  condition,
  onChange,
}: {
  condition: Condition;
  onChange: (condition: Condition) => void;
}) {
  const [text, setText] = useState(() => JSON.stringify(condition, null, 2));
  const [problem, setProblem] = useState<string>();
  const edit = (changed: string) => {
    setText(changed);
    const read = readCondition(changed);
    setProblem('problem' in read ? read.problem : undefined);
    if ('condition' in read) onChange(read.condition);
  };
  return (
    <Field label="Condition as JSON" isLabelHidden error={problem}>
      <Textarea rows={18} value={text} onChange={edit} spellCheck={false} className="font-mono text-xs!" />
    </Field>
  );
}

function readCondition(text: string): { condition: Condition } | { problem: string } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    return { problem: (error as Error).message };
  }
  const parsed = conditionSchema.safeParse(given);
  if (parsed.success) return { condition: parsed.data };
  const [issue] = parsed.error.issues;
  return { problem: `${issue?.path.join('.') || 'condition'}: ${issue?.message}` };
}
