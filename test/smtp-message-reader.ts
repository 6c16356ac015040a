const END = Buffer.from('\r\n.\r\n');

/** Collects a message up to the line with a single dot. */
export class MessageReader {
  readonly #chunks: Buffer[] = [];
  /** The end may be spread over chunks. The line end before the first line was that of DATA. */
  #tail = Buffer.from('\r\n');
  #length = 0;
  raw: Buffer | undefined;

  get isEmpty(): boolean {
    return this.#chunks.length === 0;
  }

  /** What follows the message in this chunk, if it ends here. */
  push(chunk: Buffer): Buffer | undefined {
    this.#chunks.push(chunk);
    const probe = Buffer.concat([this.#tail, chunk]);
    const found = probe.indexOf(END);
    if (found < 0) {
      this.#length += chunk.length;
      this.#tail = Buffer.from(probe.subarray(-END.length + 1));
      return undefined;
    }
    const dot = this.#length - this.#tail.length + found + 2;
    const all = Buffer.concat(this.#chunks);
    this.raw = unstuffed(all.subarray(0, dot));
    return dot + 3 < all.length ? all.subarray(dot + 3) : undefined;
  }
}

function unstuffed(data: Buffer): Buffer {
  if (data.indexOf('\r\n.') < 0 && data[0] !== 0x2e) return data;
  return Buffer.from(data.toString('latin1').replace(/^\.|(?<=\r\n)\./g, ''), 'latin1');
}
