/** Every test that needs nothing but Node and its packages; libraries resolve to their sources. */
export default {
  rootDir: '..',
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/test'],
  testMatch: ['**/*.test.ts', '**/*.test.mjs'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '\\.services\\.test\\.ts$'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  // `x.json.js` is JavaScript: without its ending it would be the JSON file beside it.
  moduleNameMapper: { '^(\\.{1,2}/.*)(?<!\\.json)\\.js$': '$1' },
  // The files that a worker runs share their modules: test/runner/realm/realm.mjs.
  testEnvironment: '<rootDir>/test/runner/realm/environment.mjs',
  testRunner: '<rootDir>/test/runner/realm/framework.mjs',
  runtime: '<rootDir>/test/runner/realm/runtime.mjs',
  testEnvironmentOptions: {
    customExportConditions: ['assay:source', 'node', 'default'],
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: false },
          // Data files are imported `with { type: 'json' }`.
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  // Modules of finished suites stay in a worker's memory: a worker above this is replaced between two suites.
  workerIdleMemoryLimit: '2GB',
  // Files of a worker share servers and a browser, which end with it.
  forceExit: true,
  testTimeout: 60_000,
};
