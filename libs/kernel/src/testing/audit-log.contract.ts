import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { AuditDraft, AuditLog } from '../audit-log.js';
import { chainStart, linkHash } from '../hash-chain.js';
import type { LinkedRecord } from './in-memory-audit-log.js';

/** An empty log and access to its durable records. */
export interface AuditFixture {
  readonly audit: AuditLog;
  /** In chain order. */
  kept(): Promise<readonly LinkedRecord[]>;
  bodyOf(invocationId: string): Promise<unknown>;
}

export interface AuditContractCase {
  readonly name: string;
  readonly check: (fixture: AuditFixture) => Promise<void>;
}

const organisationId = randomUUID();

const aDraft = (more: Partial<AuditDraft> = {}): AuditDraft => ({
  organisationId,
  principalId: null,
  action: 'tool.call',
  subject: 'acme/orders.create@1.0.0',
  details: { status: 'succeeded', ms: 1.5 },
  ...more,
});

/** Throws unless the records form one intact chain. */
function checkChain(records: readonly LinkedRecord[]): void {
  let previous = chainStart(records[0]?.chain ?? '');
  records.forEach((record, index) => {
    equal(record.sequence, index + 1);
    equal(record.previous, previous);
    equal(linkHash(previous, record), record.hash);
    previous = record.hash;
  });
}

/** What every AuditLog promises. */
export const auditLogContract: readonly AuditContractCase[] = [
  {
    name: 'a record that has settled is kept, under its receipt',
    check: async ({ audit, kept }) => {
      const { receipt, settled } = audit.append(aDraft({ principalId: organisationId }));
      await settled;
      const [record] = await kept();
      deepEqual({ chain: record?.chain, sequence: record?.sequence, hash: record?.hash }, receipt);
      deepEqual(record?.details, { status: 'succeeded', ms: 1.5 });
      equal(record?.organisationId, organisationId);
      equal(record?.principalId, organisationId);
    },
  },
  {
    name: 'records of any number form one chain in the order of appending',
    check: async ({ audit, kept }) => {
      const receipts = Array.from(
        { length: 1_203 },
        (_, index) => audit.append(aDraft({ details: { index } })).receipt,
      );
      await audit.flush();
      const records = await kept();
      checkChain(records);
      deepEqual(
        records.map(({ hash }) => hash),
        receipts.map(({ hash }) => hash),
      );
      equal(audit.backlog, 0);
    },
  },
  {
    name: 'records before an awaited one are as durable as it',
    check: async ({ audit, kept }) => {
      audit.append(aDraft({ subject: 'first' }));
      await audit.append(aDraft({ subject: 'second' })).settled;
      deepEqual(
        (await kept()).map(({ subject }) => subject),
        ['first', 'second'],
      );
    },
  },
  {
    name: 'a settled record stays settled',
    check: async ({ audit }) => {
      const appended = audit.append(aDraft());
      await appended.settled;
      equal(await appended.settled, undefined);
      equal(await audit.flush(), undefined);
    },
  },
  {
    name: 'every character comes back, so that the chain holds',
    check: async ({ audit, kept }) => {
      const details = { 'quote"': 'a \\ b', nul: 'x\u0000y', list: [1e21, -0, 0.1, null, true], inner: { é: '🧾' } };
      await audit.append(aDraft({ details })).settled;
      const records = await kept();
      checkChain(records);
      equal(records[0]?.details.nul, 'x\u0000y');
    },
  },
  {
    name: 'a call’s envelope is kept beside its record',
    check: async ({ audit, bodyOf }) => {
      const id = randomUUID();
      const body = { id, status: 'succeeded', output: { text: 'a "quoted" \u0000 line\n' } };
      await audit.append(aDraft({ invocation: { id, body: () => JSON.stringify(body) } })).settled;
      deepEqual(await bodyOf(id), body);
      equal(await bodyOf(randomUUID()), undefined);
    },
  },
];
