import { Readable } from 'node:stream';

/** A reply that is a file instead of JSON: streamed as it is made, never whole in memory. */
export class Download {
  readonly filename: string;
  readonly contentType: string;
  readonly stream: Readable;

  constructor({
    filename,
    contentType,
    chunks,
  }: { filename: string; contentType: string; chunks: AsyncIterable<string> }) {
    this.filename = filename;
    this.contentType = contentType;
    this.stream = Readable.from(chunks);
  }
}
