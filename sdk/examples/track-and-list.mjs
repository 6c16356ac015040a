// POSTHORN_PUBLIC_KEY=pk_… POSTHORN_SECRET_KEY=sk_… node track-and-list.mjs
import { createPosthorn } from 'posthorn-sdk';

const posthorn = createPosthorn({
  baseUrl: process.env.POSTHORN_URL,
  publicKey: process.env.POSTHORN_PUBLIC_KEY,
  secretKey: process.env.POSTHORN_SECRET_KEY,
});

for (const name of ['ada', 'grace', 'edsger']) {
  await posthorn.track({ email: `${name}@example.com`, event: 'signed_up', data: { name } });
}

// Page after page, however many there are.
for await (const contact of posthorn.contacts.each({ sort: 'email', dir: 'asc' })) {
  console.log(`${contact.email} ${JSON.stringify(contact.data)}`);
}
