import { useState } from 'react';
import { useProject } from '../shell/signed-in.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { SNIPPETS, type SnippetValues } from './snippets.ts';

/** The call that sends the first email, with the project's real key; the key is masked until it is copied. */
export function SendSnippet({ domain }: { domain: string }) {
  const { secret } = useProject();
  const [language, setLanguage] = useState('curl');
  const values: SnippetValues = { origin: location.origin, secretKey: secret, domain };
  const masked = { ...values, secretKey: `${secret.slice(0, 7)}…` };
  return (
    <Tabs
      label="Language"
      fit="page"
      value={language}
      onChange={setLanguage}
      tabs={SNIPPETS.map(({ value, label, title, code }) => ({
        value,
        label,
        content: () => <CodeBlock title={title} what="command" code={code(values)} shown={code(masked)} />,
      }))}
    />
  );
}
