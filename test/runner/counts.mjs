/** What a Jest run came to, in tests. A file that could not run counts as one failure: its tests are unknown. */
export const countsOf = (results) => ({
  passed: results.numPassedTests,
  failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
  skipped: results.numPendingTests + results.numTodoTests,
});

/** The last line of every run. */
export const inOneLine = ({ passed, failed, skipped = 0 }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** Programs that tests start for themselves where the machine has them. */
const programs = { 'redis-server': 'Redis', nginx: 'nginx' };

/** One line for each real service: what ran against it, or that nothing did. `has` tells whether a program is installed. */
export const serviceLines = (env, has) => [
  env.ASSAY_TEST_DATABASE_URL
    ? 'PostgreSQL: the server of ASSAY_TEST_DATABASE_URL'
    : 'PostgreSQL: embedded, for this run',
  env.MEILI_URL
    ? 'Meilisearch: the server of MEILI_URL'
    : 'Meilisearch: absent (MEILI_URL is not set); a stand-in answers, and tests of a real one are skipped',
  ...Object.entries(programs).map(([program, title]) =>
    has(program)
      ? `${title}: ${program} of this machine`
      : `${title}: absent (no ${program}); tests that need it are skipped`,
  ),
];
