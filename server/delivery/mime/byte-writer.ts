/** Collects the bytes of one message in a buffer that grows and is used again for the next. */
export class ByteWriter {
  length = 0;
  #bytes = Buffer.allocUnsafeSlow(64 * 1024);

  /** The buffer, with room for `more` bytes at `length`; the caller writes and moves `length`. */
  reserve(more: number): Buffer {
    if (this.length + more > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.length + more));
      this.#bytes.copy(larger, 0, 0, this.length);
      this.#bytes = larger;
    }
    return this.#bytes;
  }

  text(text: string): void {
    this.length += this.reserve(text.length * 3).write(text, this.length, 'utf8');
  }

  append(bytes: Buffer): void {
    this.length += bytes.copy(this.reserve(bytes.length), this.length);
  }

  /** A copy of what was written; the writer is empty again. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.length));
    this.length = 0;
    // One huge message should not hold its memory for good.
    if (this.#bytes.length > LARGEST_KEPT) this.#bytes = Buffer.allocUnsafeSlow(64 * 1024);
    return taken;
  }
}

const LARGEST_KEPT = 4 * 1024 * 1024;
