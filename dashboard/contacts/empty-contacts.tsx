import { Users } from 'lucide-react';
import { useProject } from '../shell/signed-in.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

interface EmptyContactsProps {
  isFiltered: boolean;
  onNew: () => void;
  onImport: () => void;
}

export function EmptyContacts({ isFiltered, onNew, onImport }: EmptyContactsProps) {
  const { public: key } = useProject();
  if (isFiltered) {
    return (
      <EmptyState icon={<Users aria-hidden="true" />} title="Nobody matches">
        Search for another part of the address, or clear the filter.
      </EmptyState>
    );
  }
  const code = `curl -X POST ${location.origin}/v1/track \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{ "email": "ada@example.com", "event": "signed_up", "data": { "plan": "pro" } }'`;
  return (
    <EmptyState
      icon={<Users aria-hidden="true" />}
      title="No contacts yet"
      action={
        <>
          <Button look="primary" onClick={onImport}>
            Import a CSV file
          </Button>
          <Button onClick={onNew}>Add one by hand</Button>
        </>
      }
      snippet={<CodeBlock what="command" title="Terminal" code={code} />}
    >
      Contacts come by themselves with the first event you track or mail you send; or import the ones you have.
    </EmptyState>
  );
}
