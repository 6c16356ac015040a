import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import type { Moment, ReceivedMessage, SmtpServerOptions } from './smtp-behaviour.ts';
import { MessageReader } from './smtp-message-reader.ts';

interface Home {
  connection: number;
  commands: string[];
  certificate: { key: string; cert: string };
  onMessage(message: ReceivedMessage): void;
}

/** One connection to the test's relay. */
export class SmtpConversation {
  readonly #options: SmtpServerOptions;
  readonly #home: Home;
  #socket: Socket;
  #line = '';
  #message: MessageReader | undefined;
  #isSilent = false;
  readonly #replies: string[] = [];
  #pace: Promise<void> = Promise.resolve();
  #from: string | undefined;
  #to: string | undefined;
  #login: string[] | undefined;
  #isLoggedIn = false;
  #taken = 0;

  constructor(socket: Socket, options: SmtpServerOptions, home: Home) {
    this.#socket = socket;
    this.#options = options;
    this.#home = home;
    this.#listen();
    this.#react('connect', '', () => '220 test.example ESMTP');
    this.#flush();
  }

  #listen(): void {
    this.#socket.on('data', (chunk) => this.#onData(chunk));
    // The far side may vanish at any moment: that is what the tests are about.
    this.#socket.on('error', () => this.#socket.destroy());
  }

  #onData(chunk: Buffer): void {
    this.#options.onData?.(chunk);
    let rest: Buffer | undefined = chunk;
    while (rest && !this.#isSilent && !this.#socket.destroyed) {
      rest = this.#message ? this.#takeData(this.#message, rest) : this.#takeLine(rest);
    }
    this.#flush();
  }

  #takeLine(chunk: Buffer): Buffer | undefined {
    const end = chunk.indexOf('\n');
    this.#line += chunk.toString('utf8', 0, end < 0 ? chunk.length : end);
    if (end < 0) return undefined;
    const line = this.#line.trimEnd();
    this.#line = '';
    this.#home.commands.push(line);
    this.#onLine(line);
    return end + 1 < chunk.length ? chunk.subarray(end + 1) : undefined;
  }

  #takeData(message: MessageReader, chunk: Buffer): Buffer | undefined {
    if (message.isEmpty) this.#react('body', '', () => '');
    if (this.#isSilent || this.#socket.destroyed) return undefined;
    const rest = message.push(chunk);
    if (!message.raw) return undefined;
    this.#message = undefined;
    this.#onDot(message.raw);
    return rest;
  }

  #onDot(raw: Buffer): void {
    const envelope = { envelopeFrom: this.#from ?? '', envelopeTo: this.#to ?? '' };
    const isDelivered = this.#to !== undefined;
    const take = () => {
      this.#taken++;
      this.#home.onMessage({ ...envelope, raw });
    };
    const reaction = this.#react('dot', '', () => (isDelivered ? '250 2.0.0 queued' : '554 5.5.1 no valid recipients'));
    // A relay that falls silent after the dot has the message all the same.
    if (isDelivered && !/^[45]/.test(reaction)) take();
    this.#from = undefined;
    this.#to = undefined;
  }

  #onLine(line: string): void {
    if (this.#login) {
      this.#onCredential(this.#login, line);
      return;
    }
    const [verb = '', ...rest] = line.split(' ');
    const argument = rest.join(' ');
    const commands: Record<string, () => void> = {
      EHLO: () => this.#react('EHLO', argument, () => this.#ehlo()),
      STARTTLS: () => this.#startTls(),
      AUTH: () => this.#auth(argument),
      MAIL: () => this.#mail(argument),
      RCPT: () => this.#rcpt(argument),
      DATA: () => this.#data(),
      RSET: () => this.#reset(),
      QUIT: () => this.#quit(),
    };
    const command = commands[verb.toUpperCase()];
    if (command) command();
    else this.#replies.push('500 5.5.2 unknown command\r\n');
  }

  #ehlo(): string {
    const { pipelining = true, startTls, auth, extensions = [] } = this.#options;
    const offered = [
      ...(pipelining ? ['PIPELINING'] : []),
      ...(startTls && !(this.#socket instanceof TLSSocket) ? ['STARTTLS'] : []),
      ...(auth ? [`AUTH ${auth.mechanisms ?? 'PLAIN LOGIN'}`] : []),
      ...extensions,
      '8BITMIME',
    ];
    return ['test.example', ...offered].map((line, i) => `250${i === offered.length ? ' ' : '-'}${line}`).join('\r\n');
  }

  #startTls(): void {
    const usual = this.#options.startTls ? '220 2.0.0 go ahead' : '502 5.5.1 not implemented';
    if (!/^220/.test(this.#react('STARTTLS', '', () => usual))) return;
    this.#flush();
    this.#socket.removeAllListeners('data');
    this.#socket = new TLSSocket(this.#socket, { isServer: true, ...this.#home.certificate });
    this.#listen();
  }

  #auth(argument: string): void {
    const [mechanism, initial] = argument.split(' ');
    if (mechanism === 'PLAIN' && initial) {
      const [, user = '', pass = ''] = Buffer.from(initial, 'base64').toString().split('\0');
      this.#judgeLogin(user, pass);
    } else {
      this.#login = [];
      this.#replies.push('334 VXNlcm5hbWU6\r\n');
    }
  }

  #onCredential(given: string[], line: string): void {
    given.push(Buffer.from(line, 'base64').toString());
    const [user, pass] = given;
    if (user === undefined || pass === undefined) {
      this.#replies.push('334 UGFzc3dvcmQ6\r\n');
      return;
    }
    this.#login = undefined;
    this.#judgeLogin(user, pass);
  }

  #judgeLogin(user: string, pass: string): void {
    const { auth } = this.#options;
    this.#isLoggedIn = user === auth?.user && pass === auth.pass;
    this.#react('AUTH', user, () => (this.#isLoggedIn ? '235 2.7.0 welcome' : '535 5.7.8 wrong user or password'));
  }

  #mail(argument: string): void {
    const isAllowed = !this.#options.auth || this.#isLoggedIn;
    const refusal = isAllowed ? '503 5.5.1 nested MAIL command' : '530 5.7.0 authentication required';
    const reply = this.#react('MAIL', argument, () =>
      isAllowed && this.#from === undefined ? '250 2.1.0 ok' : refusal,
    );
    if (/^2/.test(reply)) this.#from = addressIn(argument);
  }

  #rcpt(argument: string): void {
    const isOpen = this.#from !== undefined;
    const reply = this.#react('RCPT', argument, () => (isOpen ? '250 2.1.5 ok' : '503 5.5.1 need MAIL before RCPT'));
    if (/^2/.test(reply)) this.#to = addressIn(argument);
  }

  #data(): void {
    const isOpen = this.#to !== undefined;
    const reply = this.#react('DATA', '', () => (isOpen ? '354 go ahead' : '554 5.5.1 no valid recipients'));
    if (/^354/.test(reply)) this.#message = new MessageReader();
  }

  #reset(): void {
    this.#from = undefined;
    this.#to = undefined;
    this.#react('RSET', '', () => '250 2.0.0 ok');
  }

  #quit(): void {
    if (this.#react('QUIT', '', () => '221 2.0.0 bye') === 'hang') return;
    this.#flush();
    this.#socket.end();
  }

  /** Answers as the test wants it, else as usual. The answer given is returned; a connection cut has none. */
  #react(moment: Moment, argument: string, usual: () => string): string {
    const { connection } = this.#home;
    const envelopeTo = moment === 'RCPT' ? addressIn(argument) : (this.#to ?? '');
    const reaction = this.#options.react?.({ moment, argument, envelopeTo, connection, taken: this.#taken }) ?? usual();
    if (reaction === 'hang') this.#fallSilent();
    else if (reaction === 'drop') this.#cut();
    else if (reaction) this.#replies.push(`${reaction}\r\n`);
    return reaction;
  }

  #fallSilent(): void {
    this.#isSilent = true;
    this.#socket.pause();
  }

  #cut(): void {
    this.#flush();
    this.#socket.destroy();
  }

  #flush(): void {
    const { replyEveryMs } = this.#options;
    const replies = this.#replies.splice(0);
    if (replyEveryMs === undefined) this.#write(replies.join(''));
    else for (const reply of replies) this.#pace = this.#pace.then(() => this.#writeLater(reply, replyEveryMs));
  }

  async #writeLater(reply: string, ms: number): Promise<void> {
    await delay(ms);
    this.#write(reply);
  }

  #write(replies: string): void {
    if (replies && this.#socket.writable) this.#socket.write(replies);
  }
}

const addressIn = (argument: string): string => /<([^>]*)>/.exec(argument)?.[1] ?? '';
