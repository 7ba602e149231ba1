import { describe, expect, it } from '@jest/globals';
import {
  countsAfterSecondRun,
  countsOf,
  deservesSecondRun,
  failedFilesOf,
  inOneLine,
  programLines,
  serviceLines,
  sumOf,
} from './counts.mjs';

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

  it('runs few failed files once more, and many not', () => {
    const file = (name, status) => ({ name, status });
    const failedFiles = failedFilesOf({ testResults: [file('/a.test.ts', 'passed'), file('/b.test.ts', 'failed')] });
    expect(failedFiles).toEqual(['/b.test.ts']);
    expect(deservesSecondRun({ failedFiles })).toBe(true);
    expect(deservesSecondRun({ failedFiles: [] })).toBe(false);
    expect(deservesSecondRun({ failedFiles: Array(6).fill('/b.test.ts') })).toBe(false);
  });

  it('counts what fails in both runs as failed, and every test once', () => {
    const first = { passed: 90, failed: 3, skipped: 1 };
    expect(countsAfterSecondRun(first, { passed: 12, failed: 1 })).toEqual({ passed: 92, failed: 1, skipped: 1 });
    expect(countsAfterSecondRun(first, { passed: 0, failed: 9 })).toEqual(first);
    expect(countsAfterSecondRun(first, { passed: 13, failed: 0 })).toEqual({ passed: 93, failed: 0, skipped: 1 });
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
