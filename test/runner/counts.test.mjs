import { describe, expect, it } from '@jest/globals';
import { countsOf, inOneLine, programLines, serviceLines, sumOf } from './counts.mjs';

const results = {
  numPassedTests: 10,
  numFailedTests: 1,
  numRuntimeErrorTestSuites: 2,
  numPendingTests: 3,
  numTodoTests: 1,
};

describe('the summary of a test run', () => {
  it('counts a file that could not run as a failure', () => {
    expect(countsOf(results)).toEqual({ passed: 10, failed: 3, skipped: 4 });
  });

  it('names skipped tests only when there are any', () => {
    expect(inOneLine({ passed: 10, failed: 0, skipped: 0 })).toBe('10 passed, 0 failed');
    expect(inOneLine({ passed: 10, failed: 3, skipped: 4 })).toBe('10 passed, 3 failed, 4 skipped');
  });

  it('adds up two runs', () => {
    const other = { passed: 2, failed: 0, skipped: 1 };
    expect(sumOf({ passed: 10, failed: 3 }, other)).toEqual({ passed: 12, failed: 3, skipped: 1 });
  });

  it('says which real services were absent', () => {
    expect(serviceLines({ MEILI_URL: 'http://127.0.0.1:7700' }, false)).toEqual([
      'Meilisearch: the server of MEILI_URL',
    ]);
    expect(serviceLines({}, true)).toEqual([
      'PostgreSQL: embedded, for this run',
      'Meilisearch: absent (MEILI_URL is not set); a stand-in answers, and tests of a real one are skipped',
    ]);
    expect(programLines((program) => program === 'redis-server')).toEqual([
      'Redis: redis-server of this machine',
      'nginx: absent (no nginx); tests that need it are skipped',
      'bubblewrap: absent (no bwrap); tests that need it are skipped',
    ]);
  });
});
