import { describe, expect, it } from '@jest/globals';
import { checkManifestElsewhere, type ManifestChecked, manifestIssues } from './manifest-checks.js';
import { aManifest } from './testing/builders.js';

const large = aManifest({ inputSchema: { type: 'object', description: 'x'.repeat(20_000) } });
const patterns = aManifest({
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(['a', 'b', 'c'].map((it) => [it, { pattern: `^${it}{1,9000}$` }])),
  },
});

function checks(answer: ManifestChecked) {
  const asked: unknown[] = [];
  const check = async (candidate: unknown) => {
    asked.push(candidate);
    return answer;
  };
  return { asked, check };
}
const fine = () => checks({ kind: 'checked', issues: [] });

describe('checkManifestElsewhere', () => {
  it.each([
    ['a small manifest', aManifest()],
    ['what is no manifest', null],
    ['what is nested too deeply to be written', deeply(20_000)],
  ])('checks %s at once', async (_name, candidate) => {
    const { asked, check } = fine();
    await checkManifestElsewhere(candidate, { check });
    expect(asked).toEqual([]);
  });

  it.each([
    ['a large one', large],
    ['a small one whose patterns come to much', patterns],
  ])('has %s checked in a thread, and reads it the same way', async (_name, manifest) => {
    const { asked, check } = fine();
    const elsewhere = await checkManifestElsewhere(manifest, { check });
    expect(asked).toEqual([manifest]);
    expect(elsewhere).toEqual(await checkManifestElsewhere(manifest, undefined));
  });

  it('gives the problems that were found there', async () => {
    const issues = [{ path: '/inputSchema', message: 'is wrong' }];
    const { check } = checks({ kind: 'checked', issues });
    expect(await checkManifestElsewhere(large, { check })).toMatchObject({
      error: { code: 'invalid_manifest', message: 'The manifest has a problem: see errors.', issues },
    });
    expect(await manifestIssues(large, { check })).toEqual({ ok: true, value: issues });
  });

  it('refuses what takes too long to check, and says when it could not be checked', async () => {
    const late = checks({ kind: 'too-long', maxMs: 20_000 });
    expect(await checkManifestElsewhere(large, late)).toMatchObject({
      error: { code: 'invalid_manifest', issues: [{ path: '', message: expect.stringContaining('20000 ms') }] },
    });
    const failed = checks({ kind: 'failed' });
    expect(await manifestIssues(large, failed)).toMatchObject({
      error: { code: 'unavailable', retryAfterMs: 1_000 },
    });
  });
});

function deeply(levels: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < levels; level += 1) value = { inputSchema: value };
  return value;
}
