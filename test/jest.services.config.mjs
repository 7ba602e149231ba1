import config from './jest.config.mjs';

/** The tests that need other programs: nginx, Redis, bubblewrap. */
export default {
  ...config,
  testMatch: ['**/*.services.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};
