import { useMemo } from 'react';
import { previewDocument } from '../inbox/preview-document.ts';
import { Tabs } from '../ui/tabs.tsx';
import { useUrl } from '../use-url.ts';
import type { EmailDetail } from './email-detail.ts';

/** The mail as it was rendered, in a sandbox, and its HTML. */
export function RenderedEmail({ email }: { email: EmailDetail }) {
  const { search, change } = useUrl();
  return (
    <section
      aria-label="The mail"
      className="flex h-[460px] min-w-0 lg:h-[640px] flex-col overflow-hidden rounded-md border border-line"
    >
      <Tabs
        label="Views of the mail"
        fit="fill"
        value={search.view ?? 'preview'}
        onChange={(view) => change({ view })}
        tabs={[
          { value: 'preview', label: 'Preview', content: () => <Preview html={email.body} /> },
          {
            value: 'html',
            label: 'HTML',
            content: () => <Source html={email.body} />,
          },
        ]}
      />
    </section>
  );
}

function Preview({ html }: { html: string }) {
  const { document } = useMemo(() => previewDocument(html, [], { withRemote: false }), [html]);
  return (
    <iframe
      title="The mail as it was rendered"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={document}
      className="h-full w-full bg-white [color-scheme:light]"
    />
  );
}

/** Focusable, since it scrolls. */
const Source = ({ html }: { html: string }) => (
  <section
    aria-label="The HTML of the mail"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    tabIndex={0}
    className="h-full overflow-auto p-4"
  >
    <pre className="font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">{html}</pre>
  </section>
);
