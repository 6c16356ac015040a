import type { Answer, TestProject } from './world.ts';

/** Posts one file as a browser's form does. */
export async function upload(
  project: TestProject,
  url: string,
  content: string | Uint8Array<ArrayBuffer>,
  { name = 'contacts.csv', type = 'text/csv', field = 'file' } = {},
): Promise<Answer> {
  const form = new FormData();
  form.append('note', 'a field beside it');
  form.append(field, new File([content], name, { type }));
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return project.request('POST', url, {
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  });
}
