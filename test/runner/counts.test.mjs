import { describe, expect, it } from '@jest/globals';
import { countsOf, inOneLine, serviceLines } from './counts.mjs';

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

  it('says which real services were absent', () => {
    expect(serviceLines({}, (program) => program === 'redis-server')).toEqual([
      'PostgreSQL: embedded, for this run',
      'Meilisearch: absent (MEILI_URL is not set); a stand-in answers, and tests of a real one are skipped',
      'Redis: redis-server of this machine',
      'nginx: absent (no nginx); tests that need it are skipped',
    ]);
  });
});
