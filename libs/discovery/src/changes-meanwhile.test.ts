import { describe, expect, it } from '@jest/globals';
import { ChangesMeanwhile } from './changes-meanwhile.js';
import type { ToolDocument } from './tool-index.js';

const document = (id: string, description = ''): ToolDocument => ({
  id,
  name: id,
  title: '',
  description,
  provider: '',
  capabilities: [],
  parameters: [],
  audience: [],
  organisationId: 'org-a',
  trustKey: 0,
  insideTrustKey: 0,
  namespace: 'a',
  protocol: 'http',
  stage: 'BETA',
  readOnly: false,
  deprecated: false,
  publishedAt: 0,
});

describe('ChangesMeanwhile', () => {
  it('tells the latest state of what changed during the work, and of nothing else', async () => {
    const meanwhile = new ChangesMeanwhile();
    meanwhile.put([document('a/before')]);
    const changed = await meanwhile.during(async () => {
      meanwhile.put([document('a/x', 'first'), document('a/gone')]);
      meanwhile.remove(['a/gone', 'a/back']);
      meanwhile.put([document('a/x', 'last'), document('a/back')]);
    });
    expect(changed.put.map(({ id, description }) => [id, description])).toEqual([
      ['a/x', 'last'],
      ['a/back', ''],
    ]);
    expect(changed.remove).toEqual(['a/gone']);
  });

  it('tells each of several works what changed during it', async () => {
    const meanwhile = new ChangesMeanwhile();
    let inner: Promise<unknown> | undefined;
    const outer = await meanwhile.during(async () => {
      meanwhile.remove(['a/early']);
      inner = meanwhile.during(async () => meanwhile.remove(['a/late']));
      await inner;
    });
    expect(outer.remove).toEqual(['a/early', 'a/late']);
    expect(await inner).toEqual({ put: [], remove: ['a/late'] });
  });

  it('tells in the moment in which it stops listening', async () => {
    const meanwhile = new ChangesMeanwhile();
    const seen: string[] = [];
    const ended = meanwhile.during(
      async () => meanwhile.remove(['a/x']),
      ({ remove }) => seen.push(...remove),
    );
    const afterwards = Promise.resolve().then(() => meanwhile.remove(['a/y']));
    await Promise.all([ended, afterwards]);
    expect(seen).toEqual((await ended).remove);
  });

  it('forgets the changes of a work that failed', async () => {
    const meanwhile = new ChangesMeanwhile();
    const failed = meanwhile.during(async () => {
      meanwhile.remove(['a/x']);
      throw new Error('no more');
    });
    await expect(failed).rejects.toThrow('no more');
    expect(await meanwhile.during(async () => {})).toEqual({ put: [], remove: [] });
  });
});
