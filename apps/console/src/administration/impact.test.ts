import type { FallbackView, UsageView } from '@assay/sdk';
import { describe, expect, it } from '@jest/globals';
import { fallbacksOf, isCovered, nameOfTarget, toolsOf, usersOf } from './impact.js';

const level = (tool: string, more: object = {}) => ({ tool, ...more }) as FallbackView['levels'][number];
const hierarchy = (levels: readonly FallbackView['levels'][number][], escalation = true) =>
  ({ capability: 'mail.send', levels, escalation }) as unknown as FallbackView;

describe('what a revocation affects', () => {
  it('reads targets with and without a range', () => {
    expect(nameOfTarget(' acme/mail@^1.2.0 ')).toBe('acme/mail');
    expect(isCovered('acme/mail', 'acme/mail@1.0.0')).toBe(true);
    expect(isCovered('acme/mail', 'acme')).toBe(true);
    expect(isCovered('acme-labs/mail', 'acme')).toBe(false);
    expect(isCovered('acme/mailing', 'acme/mail')).toBe(false);
  });

  it('names the next level that is not revoked as well, and the person behind the last', () => {
    const levels = [level('acme/mail@^1'), level('acme/post'), level('other/mail', { shadow: 5 }), level('third/mail')];
    expect(fallbacksOf('acme/mail', [hierarchy(levels)])).toMatchObject([{ tool: 'acme/mail@^1', next: 'acme/post' }]);
    expect(fallbacksOf('acme', [hierarchy(levels)]).map(({ next }) => next)).toEqual(['third/mail', 'third/mail']);
    expect(fallbacksOf('third/mail', [hierarchy(levels, false)])).toMatchObject([{ next: null, escalates: false }]);
    expect(fallbacksOf('none/x', [hierarchy(levels)])).toEqual([]);
  });

  it('counts the tools of a namespace alone', () => {
    const row = (tool: string | null, calls: number) => ({ tool, calls }) as UsageView;
    const rows = [row('acme/mail', 2), row('other/mail', 9), row('acme/post', 1), row('acme/mail', 3), row(null, 4)];
    expect(toolsOf(rows, 'acme')).toEqual({
      calls: 6,
      parts: [
        { name: 'acme/mail', calls: 5 },
        { name: 'acme/post', calls: 1 },
      ],
    });
  });

  it('adds up callers', () => {
    const row = (caller: string | null, calls: number) => ({ caller, organisation: 'acme', calls }) as UsageView;
    expect(usersOf([row('ann', 2), row('bob', 9), row('ann', 1), row(null, 1)])).toEqual({
      calls: 13,
      parts: [
        { name: 'bob of acme', calls: 9 },
        { name: 'ann of acme', calls: 3 },
        { name: 'somebody of acme', calls: 1 },
      ],
    });
  });
});
