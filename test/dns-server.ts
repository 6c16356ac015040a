import udp from 'node:dgram';
import { once } from 'node:events';
import tcp from 'node:net';
import packet, { type Answer, type DecodedPacket, type Question } from 'dns-packet';

type Trouble = 'hang' | 'servfail' | 'truncate';

const AUTHORITATIVE_ANSWER = 1 << 10;
const TRUNCATED_RESPONSE = 1 << 9;
const SERVFAIL = 2;
const NXDOMAIN = 3;

/** A name server on loopback, over UDP and TCP. What is not set does not exist (NXDOMAIN). */
export interface DnsServer {
  /** ip:port, as DNS_SERVERS wants it. */
  address: string;
  txt(name: string, ...chunks: string[]): void;
  cname(name: string, target: string): void;
  mx(name: string, priority: number, exchange: string): void;
  ns(name: string, host: string): void;
  a(name: string, ip: string): void;
  /** Forgets every record of the name. */
  remove(name: string): void;
  /** Every question about the name runs into this; `truncate` only over UDP, TCP then answers in full. */
  trouble(name: string, trouble: Trouble | 'none'): void;
  /** Questions that arrived, as `TYPE name`. */
  questions: string[];
  close(): Promise<void>;
}

export async function aDnsServer(): Promise<DnsServer> {
  const zone = new Map<string, Answer[]>();
  const troubles = new Map<string, Trouble>();
  const questions: string[] = [];
  const replyTo = (message: Buffer, transport: 'udp' | 'tcp'): Buffer | undefined => {
    const query = packet.decode(message);
    const [question] = query.questions ?? [];
    if (!question) return undefined;
    questions.push(`${question.type} ${question.name.toLowerCase()}`);
    return reply(query, question, { zone, trouble: troubles.get(question.name.toLowerCase()), transport });
  };
  const sockets = await listen(replyTo);
  const add = (record: Answer) => {
    const name = record.name.toLowerCase();
    zone.set(name, [...(zone.get(name) ?? []), record]);
  };
  return {
    address: `127.0.0.1:${sockets.port}`,
    txt: (name, ...chunks) => add({ type: 'TXT', name, ttl: 300, data: chunks }),
    cname: (name, data) => add({ type: 'CNAME', name, ttl: 300, data }),
    mx: (name, preference, exchange) => add({ type: 'MX', name, ttl: 300, data: { preference, exchange } }),
    ns: (name, data) => add({ type: 'NS', name, ttl: 300, data }),
    a: (name, data) => add({ type: 'A', name, ttl: 300, data }),
    remove: (name) => void zone.delete(name.toLowerCase()),
    trouble: (name, trouble) => {
      if (trouble === 'none') troubles.delete(name.toLowerCase());
      else troubles.set(name.toLowerCase(), trouble);
    },
    questions,
    close: sockets.close,
  };
}

interface Situation {
  zone: Map<string, Answer[]>;
  trouble: Trouble | undefined;
  transport: 'udp' | 'tcp';
}

function reply(query: DecodedPacket, question: Question, { zone, trouble, transport }: Situation): Buffer | undefined {
  if (trouble === 'hang') return undefined;
  const basis = { type: 'response' as const, id: query.id ?? 0, questions: [question] };
  if (trouble === 'servfail') return packet.encode({ ...basis, flags: SERVFAIL });
  if (trouble === 'truncate' && transport === 'udp') return packet.encode({ ...basis, flags: TRUNCATED_RESPONSE });
  const answers = resolve(zone, question.name, question.type);
  const flags = AUTHORITATIVE_ANSWER | (answers ? 0 : NXDOMAIN);
  return packet.encode({ ...basis, flags, answers: answers ?? [] });
}

/** Follows CNAMEs as a recursive resolver does; undefined: no such name. */
function resolve(zone: Map<string, Answer[]>, name: string, type: string): Answer[] | undefined {
  const records = zone.get(name.toLowerCase());
  if (!records) return undefined;
  const wanted = records.filter((record) => record.type === type);
  const alias = records.find((record) => record.type === 'CNAME');
  if (wanted.length > 0 || !alias) return wanted;
  return [alias, ...(resolve(zone, String((alias as { data: unknown }).data), type) ?? [])];
}

async function listen(replyTo: (message: Buffer, transport: 'udp' | 'tcp') => Buffer | undefined) {
  const connections = new Set<tcp.Socket>();
  const stream = tcp.createServer((socket) => {
    connections.add(socket);
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const end = 2 + received.readUInt16BE(0);
        const answer = replyTo(received.subarray(2, end), 'tcp');
        if (answer) socket.write(Buffer.concat([lengthOf(answer), answer]));
        received = received.subarray(end);
      }
    });
    socket.on('error', () => socket.destroy());
  });
  stream.listen(0, '127.0.0.1');
  await once(stream, 'listening');
  const { port } = stream.address() as tcp.AddressInfo;
  const datagram = udp.createSocket('udp4');
  datagram.on('message', (message, peer) => {
    const answer = replyTo(message, 'udp');
    if (answer) datagram.send(answer, peer.port, peer.address);
  });
  datagram.bind(port, '127.0.0.1');
  await once(datagram, 'listening');
  const close = async () => {
    for (const socket of connections) socket.destroy();
    await Promise.all([new Promise((done) => stream.close(done)), new Promise<void>((done) => datagram.close(done))]);
  };
  return { port, close };
}

function lengthOf(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return length;
}
