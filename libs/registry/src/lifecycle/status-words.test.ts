import { describe, expect, it } from '@jest/globals';
import type { ToolVersion } from '../records.js';
import { aManifest, aVersion } from '../testing/builders.js';
import { statusWarning, sunsetFailure } from './status-words.js';

const sunsetAt = Date.UTC(2026, 0, 31);
const v = (version: string, parts: Partial<ToolVersion> = {}) => aVersion(aManifest({ version }), parts);
const [one, two, three] = [v('1.0.0'), v('2.0.0'), v('3.0.0')];
const instead = (callable: ToolVersion[], known = callable) => ({ callable, known });

describe('statusWarning', () => {
  it.each<[string, Partial<ToolVersion>, ToolVersion[], string | undefined]>([
    ['nothing of an active one', {}, [two], undefined],
    [
      'date and successor',
      { status: 'DEPRECATED', sunsetAt },
      [two],
      '1.0.0 is deprecated and ends on 2026-01-31T00:00:00.000Z: move to 2.0.0',
    ],
    ['no date where there is none', { status: 'DEPRECATED' }, [two], '1.0.0 is deprecated: move to 2.0.0'],
    [
      'that there is no successor',
      { status: 'YANKED' },
      [v('0.9.0')],
      '1.0.0 has been yanked: there is no newer release to move to',
    ],
  ])('returns %s', (_, parts, others, said) => {
    expect(statusWarning(v('1.0.0', parts), instead(others))).toBe(said);
  });

  it('prefers a successor the caller may call to a newer one', () => {
    const old = v('1.0.0', { status: 'DEPRECATED' });
    expect(statusWarning(old, instead([two], [three, two]))).toContain('move to 2.0.0');
    expect(statusWarning(old, instead([], [three, two]))).toContain('move to 3.0.0');
  });
});

describe('sunsetFailure', () => {
  const ended = v('1.5.0', { status: 'SUNSET', sunsetAt });

  it('names the successor, and then what else there is', () => {
    const failure = sunsetFailure('acme/x', [ended], instead([one, two], [three, two, one, ended]));
    expect(failure).toMatchObject({
      code: 'version_sunset',
      message: 'acme/x@1.5.0 has been sunset on 2026-01-31T00:00:00.000Z. Use acme/x@2.0.0.',
      data: { successor: 'acme/x@2.0.0', alternatives: ['acme/x@2.0.0', 'acme/x@1.0.0', 'acme/x@3.0.0'] },
    });
  });

  it('names an older version when there is nothing newer, and mentions when there is nothing', () => {
    expect(sunsetFailure('acme/x', [ended], instead([one], [one, ended]))).toMatchObject({
      message: expect.stringContaining('Use acme/x@1.0.0.'),
      data: { successor: null, alternatives: ['acme/x@1.0.0'] },
    });
    expect(sunsetFailure('acme/x', [ended], instead([], [ended]))).toMatchObject({
      message: expect.stringContaining('It has no successor: search for another tool'),
      data: { successor: null, alternatives: [] },
    });
  });
});
