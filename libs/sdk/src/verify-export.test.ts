import type { AuditLine, CheckpointView } from '@assay/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { anExport, aSigner, checkpointAt, someRecords } from './audit.fixture.js';
import { auditLines } from './audit-lines.js';
import { verifyExport } from './verify-export.js';

const registry = aSigner();
const trusted = [{ publicKey: registry.publicKey }];
let lines: AuditLine[];
beforeAll(async () => {
  lines = await anExport(registry);
});

const verified = (given: readonly AuditLine[], keys = trusted) =>
  verifyExport(
    (async function* () {
      yield* given;
    })(),
    keys,
  );
const edited = (index: number, parts: object) => lines.with(index, { ...lines[index], ...parts } as AuditLine);

describe('verifyExport', () => {
  it('holds a whole export', async () => {
    expect(await verified(lines)).toEqual({
      ...{ ok: true, records: 4, hidden: 1, chains: 1, groups: 3, checkpoints: 1, unsigned: 0, problem: null },
    });
  });

  it.each<[string, () => readonly AuditLine[], number, RegExp]>([
    ['nothing', () => [], 0, /is empty/],
    ['another beginning', () => lines.slice(1), 1, /does not start/],
    ['a changed record', () => edited(1, { subject: 'x' }), 2, /content does not match/],
    [
      'another order',
      () => lines.with(1, lines[2] as AuditLine).with(2, lines[1] as AuditLine),
      2,
      /record 1 is missing/,
    ],
    ['a record twice', () => lines.toSpliced(2, 0, lines[1] as AuditLine), 3, /there twice/],
    [
      'another hash of somebody else',
      () => edited(5, { hash: lines[1] && 'hash' in lines[1] ? lines[1].hash : '' }),
      7,
      /does not point/,
    ],
    ['a record less in a group', () => lines.toSpliced(2, 1), 3, /has different records/],
    ['a group less', () => lines.toSpliced(3, 1), 7, /has different records/],
    ['no last group', () => lines.toSpliced(10, 1), 11, /record 5 is in no signed group/],
    ['another root', () => edited(3, { root: `sha256:${'0'.repeat(64)}` }), 4, /signed with different records/],
    [
      'another time of signing',
      () => edited(3, { signedAt: '2027-01-01T00:00:00.000Z' }),
      4,
      /group's signature is none/,
    ],
    ['another checkpoint', () => edited(8, { state: 'closed' }), 9, /signature of checkpoint 1/],
    ['no checkpoint', () => lines.toSpliced(8, 1), 11, /checkpoint 1 is missing/],
    ['no end', () => lines.slice(0, -1), 11, /is truncated/],
    ['more after the end', () => [...lines, lines[1] as AuditLine], 13, /continues after its end/],
  ])('refuses %s', async (_, given, line, reason) => {
    const { ok, problem } = await verified(given());
    expect(ok).toBe(false);
    expect(problem?.reason).toMatch(reason);
    expect(problem?.line).toBe(line);
  });

  it('refuses keys that are not trusted', async () => {
    expect((await verified(lines, [])).problem?.reason).toMatch(/not among your trusted keys/);
  });

  it('begins where older records were removed, or where a time was chosen', async () => {
    const [, , third] = await someRecords(3);
    if (third === undefined) throw new Error('three were asked for');
    const pruned = checkpointAt(third, registry, { number: 1, sequence: 2, state: 'pruned', hash: third.previous });
    const rest = [edited(0, {})[0], { type: 'checkpoint', ...pruned }, ...lines.slice(5, 8), ...lines.slice(9)];
    expect(await verified(rest as AuditLine[])).toMatchObject({ ok: true, records: 2, hidden: 1 });
    const later = [...edited(0, { from: '2026-11-01T00:00:00.000Z' }).slice(0, 1), ...lines.slice(5)];
    expect(await verified(later)).toMatchObject({ ok: true, records: 2 });
    expect((await verified([...lines.slice(0, 1), ...lines.slice(5)])).problem?.reason).toMatch(
      /records 1 to 2 are missing/,
    );
  });

  it('takes records of before receipts were signed only under a checkpoint', async () => {
    const records = await someRecords(600);
    const held = (last: number, state: CheckpointView['state']) =>
      [
        lines[0],
        ...records.slice(0, last).map((record) => ({ type: 'record', ...record })),
        { type: 'checkpoint', ...checkpointAt(records[last - 1] as never, registry, { state }) },
        ...records.slice(last).map((record) => ({ type: 'record', ...record })),
        lines.at(-1),
      ] as AuditLine[];
    expect(await verified(held(600, 'left'))).toMatchObject({ ok: true, unsigned: 600 });
    expect((await verified(held(599, 'left'))).problem?.reason).toMatch(/record 600 is signed by nothing/);
    // A server that signs checkpoints signs its records: of such a chain the signatures were taken away.
    expect((await verified(held(600, 'closed'))).problem?.reason).toMatch(/records 1 to 600 are in no signed group/);
  });
});

describe('auditLines', () => {
  it('reads lines however they are cut', async () => {
    const text = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const pieces = async function* () {
      for (let at = 0; at < text.length; at += 7) yield text.subarray(at, at + 7);
    };
    const read: AuditLine[] = [];
    for await (const line of auditLines(pieces())) read.push(line);
    expect(read).toEqual(lines);
  });

  it('names the line that is none', async () => {
    const pieces = async function* () {
      yield '{"type":"mark","cursor":"c"}\nnothing\n';
    };
    const reading = auditLines(pieces());
    await reading.next();
    await expect(reading.next()).rejects.toThrow('Line 2 is none');
  });
});
