/** What a Jest run came to, in tests. A file that could not run counts as one failure: its tests are unknown. */
export const countsOf = (results) => ({
  passed: results.numPassedTests,
  failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
  skipped: results.numPendingTests + results.numTodoTests,
});

/** The files with a failure, as Jest names them. */
export const failedFilesOf = (results) =>
  results.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);

/** More failed files than this are no matter of chance. */
const maxSecondFiles = 5;

/** Whether the failed files are run once more, alone, to tell a busy machine from a defect. */
export const deservesSecondRun = ({ failedFiles }) => failedFiles.length > 0 && failedFiles.length <= maxSecondFiles;

/**
 * The counts of a run whose failed files were run once more: what fails there has failed. A file is counted once, so its
 * tests that passed in the first run are not counted again.
 */
export const countsAfterSecondRun = (first, second) => {
  const failed = Math.min(second.failed, first.failed);
  return { passed: first.passed + first.failed - failed, failed, skipped: first.skipped ?? 0 };
};

/** The last line of every run. */
export const inOneLine = ({ passed, failed, skipped = 0 }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** The sum of two runs. */
export const sumOf = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: (one.skipped ?? 0) + (other.skipped ?? 0),
});

/** One line for each service that tests find by a variable: what they ran against. */
export const serviceLines = (env, isEmbedded) => [
  ...(env.ASSAY_TEST_DATABASE_URL ? ['PostgreSQL: the server of ASSAY_TEST_DATABASE_URL'] : []),
  ...(isEmbedded ? ['PostgreSQL: embedded, for this run'] : []),
  env.MEILI_URL
    ? 'Meilisearch: the server of MEILI_URL'
    : 'Meilisearch: absent (MEILI_URL is not set); a stand-in answers, and tests of a real one are skipped',
];

/** Programs that the tests of services start where the machine has them. */
const programs = { 'redis-server': 'Redis', nginx: 'nginx', bwrap: 'bubblewrap' };

/** One line for each program: that tests ran it, or that they were skipped. `has` tells whether it is installed. */
export const programLines = (has) =>
  Object.entries(programs).map(([program, title]) =>
    has(program)
      ? `${title}: ${program} of this machine`
      : `${title}: absent (no ${program}); tests that need it are skipped`,
  );
