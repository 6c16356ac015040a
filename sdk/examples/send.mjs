// POSTHORN_URL=http://127.0.0.1:3000 POSTHORN_SECRET_KEY=sk_… node send.mjs ada@example.com
import { createPosthorn, InvalidRequestError } from 'posthorn-sdk';

const posthorn = createPosthorn({
  baseUrl: process.env.POSTHORN_URL,
  secretKey: process.env.POSTHORN_SECRET_KEY,
});

try {
  const { data } = await posthorn.send({
    to: process.argv[2] ?? 'ada@example.com',
    from: process.env.POSTHORN_FROM ?? 'hello@example.com',
    subject: 'Hello {{name ?? "there"}}',
    body: '<p>Sent with the SDK.</p>',
    data: { name: 'Ada' },
  });
  for (const { contact, email } of data.emails) console.log(`queued ${email} for ${contact.email}`);
} catch (error) {
  if (!(error instanceof InvalidRequestError)) throw error;
  for (const { field, message } of error.fields) console.error(`${field}: ${message}`);
  process.exitCode = 1;
}
