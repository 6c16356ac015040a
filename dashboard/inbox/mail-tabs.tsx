import { Tabs } from '../ui/tabs.tsx';
import { AttachmentsView } from './attachments-view.tsx';
import { HeadersView } from './headers-view.tsx';
import { HtmlView } from './html-view.tsx';
import type { MailDetail } from './mail.ts';
import { SourceView } from './source-view.tsx';
import { TextView } from './text-view.tsx';
import { useInboxUrl } from './use-inbox-url.ts';
import { WidthSwitch } from './width-switch.tsx';

export function MailTabs({ mail }: { mail: MailDetail }) {
  const { tab = mail.html === null ? 'text' : 'html', change } = useInboxUrl();
  return (
    <Tabs
      label="Parts of the mail"
      aside={tab === 'html' && mail.html !== null && <WidthSwitch />}
      value={tab}
      onChange={(chosen) => change({ tab: chosen })}
      tabs={[
        { value: 'html', label: 'HTML', content: () => <HtmlView mail={mail} /> },
        { value: 'text', label: 'Text', content: () => <TextView text={mail.text} /> },
        { value: 'headers', label: 'Headers', content: () => <HeadersView headers={mail.headers} /> },
        { value: 'source', label: 'Source', content: () => <SourceView mail={mail} /> },
        {
          value: 'attachments',
          label: 'Attachments',
          count: mail.attachments.length,
          content: () => <AttachmentsView attachments={mail.attachments} />,
        },
      ]}
    />
  );
}
