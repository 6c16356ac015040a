import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/input.tsx';
import { OperatorAndValue } from './operator-and-value.tsx';

interface Branch {
  id: string;
  name: string;
  operator: string;
  value?: unknown;
}

interface BranchListProps {
  config: Record<string, unknown>;
  onChange: (config: Record<string, unknown>) => void;
}

/** The branches in the order in which they are tried; who fits none takes “otherwise”. */
export function BranchList({ config, onChange }: BranchListProps) {
  const branches = Array.isArray(config.branches) ? (config.branches as Branch[]) : [];
  const set = (changed: Branch[]) => onChange({ ...config, branches: changed });
  return (
    <ol className="flex flex-col gap-3" aria-label="Branches">
      {branches.map((branch, at) => (
        <li key={branch.id} className="flex flex-col gap-2 rounded-md border border-line p-3">
          <div className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <TextField
                label={`Branch ${at + 1}`}
                placeholder="Name, if the comparison does not say it"
                value={branch.name}
                onChange={(name) => set(branches.with(at, { ...branch, name }))}
              />
            </div>
            <IconButton
              label={`Remove branch ${at + 1}`}
              disabled={branches.length === 1}
              className="mb-2"
              onClick={() => set(branches.toSpliced(at, 1))}
            >
              <Trash2 className="size-4" aria-hidden="true" />
            </IconButton>
          </div>
          <OperatorAndValue
            label={`branch ${at + 1}`}
            operator={branch.operator}
            value={branch.value}
            onChange={(changed) => set(branches.with(at, { id: branch.id, name: branch.name, ...changed }))}
          />
        </li>
      ))}
      <li>
        <Button
          size="sm"
          onClick={() => set([...branches, { id: freeId(branches), name: '', operator: 'equals', value: '' }])}
        >
          <Plus className="size-4" aria-hidden="true" />
          Add a branch
        </Button>
      </li>
    </ol>
  );
}

/** Ids stay when branches go: the ways that lead from them know them by id. */
function freeId(branches: readonly Branch[]): string {
  for (let number = branches.length + 1; ; number++) {
    const id = `branch-${number}`;
    if (!branches.some((branch) => branch.id === id)) return id;
  }
}
