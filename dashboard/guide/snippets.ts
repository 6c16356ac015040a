export interface SnippetValues {
  origin: string;
  secretKey: string;
  domain: string;
}

interface Snippet {
  value: string;
  label: string;
  /** On the frame of the code: where it goes. */
  title: string;
  code: (values: SnippetValues) => string;
}

const bodyFor = (domain: string): string => `{
    "from": { "name": "Posthorn", "email": "hello@${domain}" },
    "to": { "name": "Ada", "email": "ada@example.com" },
    "subject": "The first one",
    "body": "<h1>Hello Ada</h1><p>It works.</p>"
  }`;

export const SNIPPETS: readonly Snippet[] = [
  {
    value: 'curl',
    label: 'curl',
    title: 'Terminal',
    code: ({ origin, secretKey, domain }) => `curl -X POST ${origin}/v1/send \\
  -H 'Authorization: Bearer ${secretKey}' \\
  -H 'Content-Type: application/json' \\
  -d '${bodyFor(domain)}'`,
  },
  {
    value: 'sdk',
    label: 'Node.js SDK',
    title: 'send.mjs, after npm install posthorn-sdk',
    code: ({ origin, secretKey, domain }) => `import { createPosthorn } from 'posthorn-sdk';

const posthorn = createPosthorn({
  baseUrl: '${origin}',
  secretKey: '${secretKey}',
});

await posthorn.send({
  from: { name: 'Posthorn', email: 'hello@${domain}' },
  to: { name: 'Ada', email: 'ada@example.com' },
  subject: 'The first one',
  body: '<h1>Hello Ada</h1><p>It works.</p>',
});`,
  },
  {
    value: 'python',
    label: 'Python',
    title: 'send.py',
    code: ({ origin, secretKey, domain }) => `import requests

response = requests.post(
  '${origin}/v1/send',
  headers={'Authorization': 'Bearer ${secretKey}'},
  json=${bodyFor(domain)},
)
print(response.json())`,
  },
];
