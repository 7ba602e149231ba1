import type { CallEventView } from '@assay/sdk';
import { describe, expect, it } from '@jest/globals';
import { eventText } from './call-event.js';

describe('eventText', () => {
  it.each<[CallEventView, string]>([
    [{ kind: 'stage', level: 1, stage: 'resolve', ms: 0.25 }, 'resolve 0.3 ms'],
    [
      { kind: 'stage', level: 1, stage: 'call', ms: 12, note: 'upstream_unavailable' },
      'call 12.0 ms (upstream_unavailable)',
    ],
    [
      { kind: 'level', level: 2, tool: 'acme/second', after: 'circuit_open' },
      'acme/second used as fallback after circuit_open',
    ],
    [{ kind: 'progress', progress: 1, total: 4 }, '25 %'],
    [{ kind: 'progress', progress: 7, message: 'pages read' }, '7 pages read'],
    [{ kind: 'progress', progress: 1, total: 0 }, '1'],
    [{ kind: 'end', envelope: null }, 'the call ended without a result'],
  ])('%j is printed as "%s"', (event, text) => {
    expect(eventText(event)).toBe(text);
  });

  it('passes no control of a tool on to the terminal', () => {
    expect(eventText({ kind: 'progress', progress: 1, message: 'a\u001b[2Jb' })).not.toContain('\u001b');
  });
});
