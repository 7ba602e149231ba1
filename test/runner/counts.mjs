/** What a Jest run came to, in tests. A file that could not run counts as one failure: its tests are unknown. */
export const countsOf = (results) => ({
  passed: results.numPassedTests,
  failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
  skipped: results.numPendingTests + results.numTodoTests,
});

/** The last line of every run. */
export const inOneLine = ({ passed, failed, skipped = 0 }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** Services that tests use when they are named in the environment. */
const services = { MEILI_URL: 'Meilisearch', REDIS_URL: 'Redis' };

/** One line for each real service: what ran against it, or that nothing did. */
export const serviceLines = (env) => [
  env.ASSAY_TEST_DATABASE_URL
    ? 'PostgreSQL: the server of ASSAY_TEST_DATABASE_URL'
    : 'PostgreSQL: embedded, for this run',
  ...Object.entries(services).map(([name, title]) =>
    env[name]
      ? `${title}: the server of ${name}`
      : `${title}: absent (${name} is not set); tests that need it are skipped`,
  ),
];
