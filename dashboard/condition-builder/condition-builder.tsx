import { useState } from 'react';
import type { Condition } from '../../contract/condition.ts';
import { Tabs } from '../ui/tabs.tsx';
import { ConditionJson } from './condition-json.tsx';
import { emptyCondition } from './edit-condition.ts';
import { TreeEditor } from './tree-editor.tsx';

interface ConditionBuilderProps {
  value: Condition | undefined;
  onChange: (value: Condition) => void;
}

/** Whom one means, as a sentence that is put together; the JSON is one tab away. */
export function ConditionBuilder({ value, onChange }: ConditionBuilderProps) {
  const [view, setView] = useState('visual');
  const condition = value ?? emptyCondition();
  return (
    <div className="min-w-0 rounded-md border border-line">
      <Tabs
        label="Ways to edit the condition"
        fit="page"
        value={view}
        onChange={setView}
        tabs={[
          {
            value: 'visual',
            label: 'Builder',
            content: () => (
              <div className="p-4">
                <TreeEditor condition={condition} onChange={onChange} subject="Contacts" />
              </div>
            ),
          },
          { value: 'json', label: 'JSON', content: () => <ConditionJson condition={condition} onChange={onChange} /> },
        ]}
      />
    </div>
  );
}
