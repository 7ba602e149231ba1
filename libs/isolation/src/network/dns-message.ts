/** A question of a DNS query, and what is needed to answer it (RFC 1035). */
export interface DnsQuestion {
  readonly id: number;
  /** In lower case, without the dot of the root. */
  readonly name: string;
  readonly type: number;
  /** The question's own bytes, which an answer repeats. */
  readonly bytes: Buffer;
}

export const typeA = 1;

const headerBytes = 12;
const maxNameBytes = 255;

/** Reads a query with one question; null for anything else. Names in queries are never compressed. */
export function readQuestion(message: Buffer): DnsQuestion | null {
  if (message.length < headerBytes + 5 || message.length > 512) return null;
  const isQuery = (message.readUInt16BE(2) & 0xf800) === 0;
  if (!isQuery || message.readUInt16BE(4) !== 1) return null;
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    if (length > 63 || at + length + 1 > Math.min(message.length, headerBytes + maxNameBytes)) return null;
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  if (at + 5 > message.length) return null;
  return {
    id: message.readUInt16BE(0),
    name: labels.join('.').toLowerCase(),
    type: message.readUInt16BE(at + 1),
    bytes: message.subarray(headerBytes, at + 5),
  };
}

export type DnsStatus = 'ok' | 'failed' | 'absent';
const codes: Readonly<Record<DnsStatus, number>> = { ok: 0, failed: 2, absent: 3 };
const ttlSeconds = 30;

/** An answer with these IPv4 addresses. */
export function writeAnswer(question: DnsQuestion, status: DnsStatus, addresses: readonly string[]): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(question.id, 0);
  // An answer, recursion desired and available.
  header.writeUInt16BE(0x8180 | codes[status], 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) => {
    const record = Buffer.alloc(16);
    // The name is the question's, at the end of the header.
    record.writeUInt16BE(0xc000 | headerBytes, 0);
    record.writeUInt16BE(typeA, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(ttlSeconds, 6);
    record.writeUInt16BE(4, 10);
    Buffer.from(address.split('.').map(Number)).copy(record, 12);
    return record;
  });
  return Buffer.concat([header, question.bytes, ...records]);
}
