/**
 * What the audit log costs: a record appended and written with and without its signature, by groups of a call each and of
 * as many as come at once; what a receipt costs to read; how fast a whole log is verified and exported, and in how much
 * memory.
 *
 *     node --expose-gc test/bench/audit.mjs [records]
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { Ed25519Verifier, SigningKey } from '@assay/authentication';
import { createTestDatabase, openDatabase, PostgresAuditLog, PostgresAuditReader } from '@assay/persistence';

const clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
const random = { uuid: randomUUID, token: (bytes) => randomBytes(bytes).toString('base64url') };
const key = new SigningKey('a text from which the key of this benchmark is derived');
/** Everything but the signature itself. */
const unsigned = { keyId: key.keyId, sign: () => 'A'.repeat(86) };
const appended = 20_000;
const oneByOne = 2_000;
const atOnce = 64;

const organisationId = randomUUID();
const draft = (index) => {
  const id = randomUUID();
  const details = {
    argumentsDigest: key.keyId,
    code: null,
    confidence: 1,
    invocationId: id,
    ms: index,
    status: 'succeeded',
  };
  const body = () => `{"id":"${id}","status":"succeeded","output":"${index}"}`;
  return {
    organisationId,
    principalId: organisationId,
    action: 'tool.call',
    subject: 'acme/echo@1.0.0',
    details,
    invocation: { id, body },
  };
};

async function withLog(signer, run) {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, 5);
  const audit = new PostgresAuditLog({ pool: database.pool, replicaId: 'bench', signer, clock, random });
  const keys = async () => [{ keyId: key.keyId, publicKey: key.public.pem, validUntil: null }];
  const reader = new PostgresAuditReader({ pool: database.pool, verifier: new Ed25519Verifier(), keys });
  try {
    return await run({ audit, reader });
  } finally {
    await audit.close();
    await database.close();
    await drop();
  }
}

/** Microseconds a record. */
async function measureAppending({ audit }, count, workers) {
  let next = 0;
  const begun = performance.now();
  const work = async () => {
    while (next < count) {
      next += 1;
      await audit.append(draft(next)).settled;
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return ((performance.now() - begun) * 1_000) / count;
}

async function appending(signer) {
  return withLog(signer, async (log) => {
    await measureAppending(log, 1_000, atOnce);
    return {
      shared: await measureAppending(log, appended, atOnce),
      alone: await measureAppending(log, oneByOne, 1),
    };
  });
}

async function wholeLog(records) {
  return withLog(key, async ({ audit, reader }) => {
    const calls = [];
    for (let index = 0; index < records; index += 1) {
      const { receipt } = audit.append(draft(index));
      if (calls.length < 500) calls.push(receipt);
      if (index % 2_000 === 1_999) await audit.flush();
    }
    await audit.flush();
    const receipts = await timed(async () => {
      for (const receipt of calls) await reader.receipt(receipt);
    });
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    let peak = before;
    const look = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().heapUsed);
    }, 20);
    const verifying = await timed(async () => {
      const { ok, length } = await reader.verify();
      if (!ok || length !== records) throw new Error('The log does not hold.');
    });
    clearInterval(look);
    const ofOne = await withLog(key, async (log) => {
      await measureAppending(log, oneByOne, 1);
      return timed(() => log.reader.verify());
    });
    const exporting = await timed(async () => {
      const { value } = await reader.export({ organisationId, organisation: 'bench', now: Date.now() });
      for await (const line of value.lines()) JSON.stringify(line);
    });
    return { receipts: receipts / calls.length, ofOne, verifying, exporting, heap: peak - before };
  });
}

async function timed(run) {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}

export async function measureAudit(records = 100_000) {
  const signed = await appending(key);
  const bare = await appending(unsigned);
  const whole = await wholeLog(records);
  const row = (name, value, unit) => ({ name: `audit: ${name}`, value, unit });
  return [
    row(`a record, ${atOnce} at once, signed`, signed.shared, 'us'),
    row(`a record, ${atOnce} at once, unsigned`, bare.shared, 'us'),
    row('a record by itself, signed', signed.alone, 'us'),
    row('a record by itself, unsigned', bare.alone, 'us'),
    row('a receipt with its proof', whole.receipts, 'ms'),
    row('verification, signed by five hundreds', (records / whole.verifying) * 1_000, 'records/s'),
    row('verification, signed one by one', (oneByOne / whole.ofOne) * 1_000, 'records/s'),
    row('verification, most memory', whole.heap / 1_048_576, 'MB'),
    row('export', (records / whole.exporting) * 1_000, 'records/s'),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const { name, value, unit } of await measureAudit(Number(process.argv[2] ?? 100_000)))
    process.stdout.write(`${name.padEnd(45)} ${value.toFixed(1).padStart(12)} ${unit}\n`);
