import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AuditKeys, type CheckpointState, signCheckpoint, signGroup } from './audit-signatures.js';
import { type ChainBreak, ChainCheck, type ChainEvent, type ChainStart, type KeptLink } from './chain-check.js';
import { chainStart, linkHash } from './hash-chain.js';
import { FakeSigner } from './testing/fake-signer.js';

const chain = 'replica/1';
const signer = new FakeSigner();
const keys = () => new AuditKeys([{ keyId: signer.keyId, publicKey: signer.pem, validUntil: null }], signer);

function linked(count: number, details = (index: number): object => ({ index })): KeptLink[] {
  let previous = chainStart(chain);
  return Array.from({ length: count }, (_, index) => {
    const record = {
      ...{ chain, sequence: index + 1, at: index, organisationId: null, principalId: null },
      ...{ action: 'a.b', subject: 's', details: details(index) as Record<string, unknown> },
    };
    const link = { ...record, previous, hash: linkHash(previous, record) };
    previous = link.hash;
    return link;
  });
}

const groupOf = (records: readonly KeptLink[], by = signer): ChainEvent => ({
  kind: 'group',
  group: signGroup(by, { chain, first: records[0]?.sequence ?? 0, hashes: records.map(({ hash }) => hash) }, 1),
});
const checkpointAt = ({ sequence, hash }: KeptLink, state: CheckpointState = 'open', number = 1): ChainEvent => ({
  kind: 'checkpoint',
  checkpoint: signCheckpoint(signer, { number, chain, sequence, hash, state, at: 1 }),
});
const recordsOf = (records: readonly KeptLink[]): ChainEvent[] => records.map((record) => ({ kind: 'record', record }));

/** Six records in groups of two, with a checkpoint at the fourth. */
const records = linked(6);
const whole: readonly ChainEvent[] = [0, 2, 4].flatMap((from) => {
  const group = records.slice(from, from + 2);
  return [...recordsOf(group), groupOf(group), ...(from === 2 ? [checkpointAt(records[3] as KeptLink)] : [])];
});

function run(events: readonly ChainEvent[], start: Partial<ChainStart> = {}): ChainBreak | undefined {
  const check = new ChainCheck({ chain, isSigned: true, ...start }, keys());
  for (const event of events) {
    const found = check.next(event);
    if (found !== undefined) return found;
  }
  return check.end();
}

describe('ChainCheck', () => {
  it('accepts an intact chain, and reports how many records no checkpoint covers', () => {
    const check = new ChainCheck({ chain, isSigned: true }, keys());
    for (const event of whole) expect(check.next(event)).toBeUndefined();
    expect(check.end()).toBeUndefined();
    expect([check.unsigned, check.uncovered]).toEqual([0, 2]);
  });

  const replaced = (place: number, by: (record: KeptLink) => KeptLink): ChainEvent[] =>
    whole.map((event) =>
      event.kind === 'record' && event.record.sequence === place ? { kind: 'record', record: by(event.record) } : event,
    );
  const without = (...gone: number[]) => whole.filter((_, index) => !gone.includes(index));

  it.each<[string, ChainEvent[], RegExp]>([
    ['a changed detail', replaced(3, (it) => ({ ...it, details: { index: 9 } })), /content does not match/],
    ['a record written anew with its hash', replaced(6, (it) => relinked(it)), /signed with other records/],
    ['a record that is gone', without(3), /record 3 is missing/],
    ['records that changed places', [whole[1], whole[0], ...whole.slice(2)] as ChainEvent[], /record 1 is missing/],
    ['a record twice', [...whole.slice(0, 2), ...whole.slice(1)], /there twice/],
    ['a group that is gone', without(2), /records 1 to 4 are not the records of the signed group 3 to 4/],
    ['the last group gone', without(9), /records 5 to 6 are in no signed group/],
    ['an end cut off before its group', without(8), /record 6 is missing: a signed group says so/],
    [
      'an end cut off before a checkpoint',
      without(3, 4, 5, 7, 8, 9),
      /records 3 to 4 are missing: checkpoint 1 says so/,
    ],
    [
      'a record appended without a signature',
      [...whole, ...recordsOf(linked(7).slice(6))],
      /record 7 is in no signed group/,
    ],
    [
      'a group signed by another key',
      [...whole.slice(0, 2), groupOf(records.slice(0, 2), new FakeSigner('key two'))],
      /none of the registry's/,
    ],
  ])('finds %s', (_, events, reason) => {
    expect(run(events)?.reason).toMatch(reason);
  });

  it('cannot see an end cut off behind the last checkpoint together with its group', () => {
    expect(run(without(7, 8, 9))).toBeUndefined();
  });

  it('detects every change at every position', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 7 }), fc.nat(), (count, size, at) => {
        const all = linked(count);
        const events = Array.from({ length: Math.ceil(count / size) }, (_, index) => {
          const group = all.slice(index * size, (index + 1) * size);
          return [...recordsOf(group), groupOf(group)];
        }).flat();
        expect(run(events)).toBeUndefined();
        const place = at % events.length;
        const isLastGroup = place === events.length - 1;
        expect(run(events.toSpliced(place, 1))).toBeDefined();
        const swapped = isLastGroup
          ? undefined
          : events.with(place, events[place + 1] as ChainEvent).with(place + 1, events[place] as ChainEvent);
        if (swapped !== undefined) expect(run(swapped)).toBeDefined();
      }),
    );
  });

  it('starts where older records were removed', () => {
    const pruned = signCheckpoint(signer, {
      number: 2,
      chain,
      sequence: 4,
      hash: records[3]?.hash ?? '',
      state: 'pruned',
      at: 1,
    });
    const rest = [
      checkpointAt(records[3] as KeptLink),
      { kind: 'checkpoint', checkpoint: pruned } as const,
      ...whole.slice(7),
    ];
    expect(run(rest, { from: pruned })).toBeUndefined();
    expect(run(rest)).toMatchObject({ reason: expect.stringMatching(/are missing/) });
  });

  it('rejects a record after the end of a chain', () => {
    const closed = [...whole, checkpointAt(records[5] as KeptLink, 'closed', 2)];
    expect(run(closed)).toBeUndefined();
    const seventh = linked(7).slice(6);
    expect(run([...closed, ...recordsOf(seventh), groupOf(seventh)])?.reason).toMatch(/after the end/);
    const left = [...whole, checkpointAt(records[5] as KeptLink, 'left', 2)];
    expect(run([...left, ...recordsOf(seventh), groupOf(seventh)])).toBeUndefined();
  });

  it('accepts chains from before groups were signed, by their checkpoint', () => {
    const bare = recordsOf(records);
    expect(run([...bare, checkpointAt(records[5] as KeptLink)], { isSigned: false })).toBeUndefined();
    expect(run(bare, { isSigned: false })?.reason).toBe('nothing signs records 1 to 6');
  });
});

/** With changed content and a matching hash: what an attacker can do who writes to the table but has no key. */
function relinked(record: KeptLink): KeptLink {
  const forged = { ...record, subject: 'forged' };
  return { ...forged, hash: linkHash(record.previous, forged) };
}
