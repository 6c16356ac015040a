// POSTHORN_SECRET_KEY=sk_… node campaign.mjs
import { createPosthorn } from 'posthorn-sdk';

const posthorn = createPosthorn({
  baseUrl: process.env.POSTHORN_URL,
  secretKey: process.env.POSTHORN_SECRET_KEY,
});

const { data: campaign } = await posthorn.campaigns.create({
  name: 'News of the week',
  subject: 'What is new',
  body: '<p>Hello {{name ?? "there"}}, here is what is new.</p>',
  from: process.env.POSTHORN_FROM ?? 'news@example.com',
  audienceType: 'ALL',
});
const { data: audience } = await posthorn.campaigns.audience(campaign.id);
console.log(`${audience.willReceive} of ${audience.matched} contacts will receive it`);
await posthorn.campaigns.send(campaign.id);
