/** Files whose tests mostly wait for processes that they start: they leave the processor to others. */
const waiting = ['test/chaos/', 'test/e2e/start.test.ts', 'test/e2e/packaging.test.ts', 'test/e2e/docs.test.ts'];

/** Whether the arguments leave it to us which files run together. */
const choosesAll = (args) => args.every((arg) => /^--maxWorkers(?:=|$)/.test(arg));

/**
 * Jest's arguments for each run that goes on beside the others. A run of everything has two lanes: files that mostly
 * wait, one at a time, and the rest. Any other run has one.
 */
export function lanesOf(args, ignored) {
  if (!choosesAll(args)) return [args];
  const others = [...ignored, ...waiting].map((pattern) => `--testPathIgnorePatterns=${pattern}`);
  return [
    [...args, ...others],
    ['--maxWorkers=1', ...waiting],
  ];
}
