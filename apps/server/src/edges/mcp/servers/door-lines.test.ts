import type { ClientEnd, Conversation, Members } from '@assay/gateway';
import { fail, ok } from '@assay/kernel';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AtClient } from '../suspended-calls.js';
import { DoorLines, type Line, maxLines } from './door-lines.js';

const asked = { elicitation: {} };
const holder = () => ({ signal: new AbortController().signal }) as unknown as AtClient;

let ends: ClientEnd[];
let closed: number;
let opening: Promise<void>;
let lines: DoorLines;
beforeEach(() => {
  ends = [];
  closed = 0;
  opening = Promise.resolve();
  const endOf = (capabilities: Members) => ({
    capabilities,
    ask: async () => ({ result: {} }),
    hear: () => {},
  });
  lines = new DoorLines({
    endOf,
    begin: async (end) => {
      ends.push(end);
      await opening;
      const close = async () => {
        closed += 1;
      };
      return ok({ close } as Conversation);
    },
  });
});

async function line(opened: ReturnType<DoorLines['share']>): Promise<Line> {
  const result = await opened;
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe('the lines of a door', () => {
  it('are shared by clients of the same capabilities that cannot be asked anything', async () => {
    const [one, two] = await Promise.all([line(lines.share({})), line(lines.share({}))]);
    expect([one === two, one.users, ends.length]).toEqual([true, 2, 1]);
    expect(await line(lines.share({ roots: {} }))).not.toBe(one);
  });

  it('are one’s own for who may be asked something, until they are given back', async () => {
    const [first, second] = [holder(), holder()];
    const [one, two] = await Promise.all([line(lines.alone(asked, first)), line(lines.alone(asked, second))]);
    expect([one === two, one.holder === first, two.holder === second]).toEqual([false, true, true]);
    lines.release(one, first);
    expect(await line(lines.alone(asked, holder()))).toBe(one);
  });

  it('are no more than there may be, however many ask at once', async () => {
    const gate = Promise.withResolvers<void>();
    opening = gate.promise;
    const all = Array.from({ length: 20 }, () => lines.alone(asked, holder()));
    gate.resolve();
    const opened = (await Promise.all(all)).filter((it) => it.ok);
    expect([opened.length, ends.length, lines.size]).toEqual([maxLines, maxLines, maxLines]);
    expect(await lines.share({ roots: {} })).toMatchObject({ error: { code: 'unavailable', retryAfterMs: 1_000 } });
  });

  it('yield their place when nobody uses them, and not while somebody does', async () => {
    const used: Line[] = [];
    for (let at = 0; at < maxLines; at += 1) used.push(await line(lines.share({ roots: { at } })));
    expect((await lines.share({})).ok).toBe(false);
    lines.release(used[3] as Line);
    expect((await lines.share({})).ok).toBe(true);
    expect([closed, lines.size]).toEqual([1, maxLines]);
    expect(await line(lines.share({ roots: { at: 4 } }))).toBe(used[4]);
  });

  it('are reopened once the server has ended them', async () => {
    const one = await line(lines.share({}));
    ends[0]?.ended('gone');
    expect(lines.size).toBe(0);
    expect(await line(lines.share({}))).not.toBe(one);
  });

  it('that end as they begin are given to nobody', async () => {
    const gate = Promise.withResolvers<void>();
    opening = gate.promise;
    const opened = lines.share({});
    ends[0]?.ended('gone');
    gate.resolve();
    expect(await opened).toMatchObject({ error: { code: 'upstream_unavailable' } });
    expect([closed, lines.size]).toEqual([1, 0]);
  });

  it('say why they cannot be begun, and take no place then', async () => {
    const refusing = new DoorLines({
      endOf: (capabilities) => ({ capabilities, ask: async () => ({ result: {} }), hear: () => {} }),
      begin: async () => fail('upstream_unavailable', 'away'),
    });
    for (let at = 0; at < maxLines * 2; at += 1)
      expect(await refusing.alone(asked, holder())).toMatchObject({ error: { message: 'away' } });
  });

  it('are closed with the door, also those that open just then', async () => {
    await lines.share({});
    const gate = Promise.withResolvers<void>();
    opening = gate.promise;
    const late = lines.share({ roots: {} });
    await lines.close();
    gate.resolve();
    expect((await late).ok).toBe(false);
    expect([closed, lines.size]).toEqual([2, 0]);
  });
});
