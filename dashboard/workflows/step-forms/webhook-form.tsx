import { Eye } from 'lucide-react';
import { useState } from 'react';
import { readWebhookSecret } from '../../../contract/workflow-executions.ts';
import { Button } from '../../ui/button.tsx';
import { CopyIcon } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextField } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { useRead } from '../../use-api.ts';
import { JsonField } from '../json-field.tsx';
import { type StepFormProps, textIn } from './step-form-props.ts';

const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ value: method, label: method }));

export function WebhookForm({ config, onChange }: StepFormProps) {
  return (
    <>
      <div className="flex items-start gap-2">
        <Field label="Method" className="w-[110px]">
          <Select
            className="w-full"
            value={textIn(config, 'method') || 'POST'}
            onChange={(method) => onChange({ ...config, method })}
            options={METHODS}
          />
        </Field>
        <div className="min-w-0 flex-1">
          <TextField
            label="URL"
            type="url"
            placeholder="https://"
            value={textIn(config, 'url')}
            onChange={(url) => onChange({ ...config, url })}
          />
        </div>
      </div>
      <JsonField
        label="Headers"
        help="An object of texts. Values may hold variables."
        isObject
        rows={3}
        value={config.headers}
        onChange={(headers) => onChange({ ...config, headers: headers ?? null })}
      />
      <JsonField
        label="Body"
        help="Left empty: the contact, the workflow and the event."
        value={config.body}
        onChange={(body) => onChange(withBody(config, body))}
      />
      <Secret />
    </>
  );
}

function withBody({ body: _, ...rest }: Record<string, unknown>, body: unknown): Record<string, unknown> {
  return body === undefined ? rest : { ...rest, body };
}

function Secret() {
  const [isShown, setIsShown] = useState(false);
  const { data } = useRead(readWebhookSecret, {}, { enabled: isShown });
  return (
    <div className="rounded-md border border-line p-3 text-sm">
      <p className="font-medium">Signing secret</p>
      <p className="mb-2 text-ink-soft">Requests are signed as Standard Webhooks says; check them with this.</p>
      {isShown && data ? (
        <p className="flex items-center gap-1">
          <code className="min-w-0 font-mono text-xs [overflow-wrap:anywhere]">{data.secret}</code>
          <CopyIcon text={data.secret} what="signing secret" />
        </p>
      ) : (
        <Button size="sm" onClick={() => setIsShown(true)}>
          <Eye className="size-4" aria-hidden="true" />
          Show the secret
        </Button>
      )}
    </div>
  );
}
