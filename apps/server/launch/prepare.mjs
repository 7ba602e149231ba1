import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { takeBuildLock } from './build-lock.mjs';
import { exitCodeOf } from './child.mjs';
import { packagesAreInstalled } from './installed.mjs';
import { runNpm } from './npm.mjs';
import { withProgress } from './progress.mjs';
import { fingerprint, isUpToDate, writeStamp } from './stamp.mjs';

/** Something a person has to look at; its message is complete and needs no stack. */
export class PreparationError extends Error {
  name = 'PreparationError';

  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

async function step(base, { title, npm, failure }) {
  await withProgress(title, async () => {
    const { code, output, interruptedBy } = await runNpm(base, npm);
    if (interruptedBy) throw new PreparationError('Stopped.', exitCodeOf(null, interruptedBy));
    if (code !== 0) throw new PreparationError(`${output.trim()}\n\n${failure}`);
  });
}

const installed = (base) => existsSync(join(base, 'node_modules', '.package-lock.json'));

const install = (base) => ({
  title: installed(base) ? 'Updating packages' : 'Installing packages (first start only, about a minute)',
  npm: ['install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
  failure: 'The packages could not be installed; npm says why above. A first start needs the package registry.',
});

const build = {
  title: 'Building',
  npm: ['run', '--silent', 'build'],
  failure: 'The build failed; the compiler says why above.',
};

async function underLock(base, work) {
  const release = await takeBuildLock(join(base, 'node_modules', '.assay-build.lock'), () =>
    process.stderr.write('Another process is installing or building here; waiting for it …\n'),
  );
  try {
    return await work();
  } finally {
    release();
  }
}

async function installIfNeeded(base) {
  if (!packagesAreInstalled(base)) await step(base, install(base));
}

/** Installs packages when node_modules does not hold what the lock file asks for. */
export async function prepareInstall(base) {
  if (!packagesAreInstalled(base)) await underLock(base, () => installIfNeeded(base));
}

/**
 * Installs and builds what is missing or out of date; does nothing, without a network, when nothing is.
 * @throws PreparationError
 */
export async function prepare(base) {
  if (isUpToDate(base)) return;
  await underLock(base, async () => {
    if (isUpToDate(base)) return;
    await installIfNeeded(base);
    const built = fingerprint(base);
    await step(base, build);
    writeStamp(base, built);
  });
}
