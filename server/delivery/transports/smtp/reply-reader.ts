import { isAscii } from 'node:buffer';

export interface Reply {
  code: number;
  /** Without the code; the lines of a longer reply are joined by blanks. */
  text: string;
}

/** The server does not speak SMTP as it should; nothing on this connection can be trusted any more. */
export class ProtocolError extends Error {}

/** Generous beside any real reply; stops a server that never ends one. */
const LONGEST_REPLY = 64 * 1024;
const HYPHEN = 0x2d;

/** Cuts the bytes of a server into replies, however they are split into packets. */
export class ReplyReader {
  #rest = '';
  #lines = '';

  push(chunk: Buffer): Reply[] {
    const replies: Reply[] = [];
    const text = this.#rest + chunk.toString('latin1');
    let at = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
      const line = text.slice(at, text.charCodeAt(end - 1) === 0x0d ? end - 1 : end);
      at = end + 1;
      if (line === '') continue;
      const reply = this.#line(line);
      if (reply) replies.push(reply);
    }
    this.#rest = text.slice(at);
    if (this.#rest.length + this.#lines.length > LONGEST_REPLY) throw new ProtocolError('reply without end');
    return replies;
  }

  #line(line: string): Reply | undefined {
    const code = Number(line.slice(0, 3));
    if (!(code >= 200 && code < 600)) throw new ProtocolError(`unexpected reply: ${line.slice(0, 200)}`);
    const isLast = line.charCodeAt(3) !== HYPHEN;
    const text = line.slice(4);
    if (!isLast) {
      this.#lines += `${text} `;
      return undefined;
    }
    const whole = this.#lines + text;
    this.#lines = '';
    return { code, text: decoded(whole) };
  }
}

/** Most servers write UTF-8 where they leave ASCII; the bytes came in as latin1 so that none was cut in two. */
function decoded(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return isAscii(bytes) ? text : bytes.toString('utf8');
}
