import { useState } from 'react';
import type { Condition } from '../../contract/condition.ts';
import { Switcher } from '../ui/switcher.tsx';
import { ConditionJson } from './condition-json.tsx';
import { emptyCondition } from './edit-condition.ts';
import { TreeEditor } from './tree-editor.tsx';

interface ConditionBuilderProps {
  value: Condition | undefined;
  onChange: (value: Condition) => void;
}

const VIEWS = [
  { value: 'visual', label: 'Builder' },
  { value: 'json', label: 'JSON' },
] as const;

/** Whom one means, as a sentence that is put together; the JSON is one click away. */
export function ConditionBuilder({ value, onChange }: ConditionBuilderProps) {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('visual');
  const condition = value ?? emptyCondition();
  return (
    <section aria-label="Condition" className="min-w-0 rounded-md border border-line">
      <header className="flex min-h-12 items-center justify-between gap-4 border-b border-line px-4 py-2">
        <h2 className="font-semibold">Condition</h2>
        <Switcher label="Way to edit the condition" value={view} onChange={setView} options={VIEWS} />
      </header>
      <div className="p-4">
        {view === 'visual' ? (
          <TreeEditor condition={condition} onChange={onChange} subject="Contacts" />
        ) : (
          <ConditionJson condition={condition} onChange={onChange} />
        )}
      </div>
    </section>
  );
}
