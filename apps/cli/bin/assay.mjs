#!/usr/bin/env node
/**
 * Starts the command line. It needs Node 22; run by an older one it starts itself again with the Node that was installed
 * beside it (the npm package `node`), or says what to do. This file keeps to what Node 18 understands.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const neededMajor = 22;
const self = fileURLToPath(import.meta.url);

function newerNode() {
  try {
    const home = dirname(createRequire(self).resolve('node/package.json'));
    const binary = join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

function startAgainWith(node) {
  const child = spawn(node, [self, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ASSAY_RESTARTED: '1' },
  });
  // A terminal's Ctrl-C reaches the child by itself; what is sent to this process alone has to be passed on.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => undefined);
  child.on('error', (error) => fail(`Cannot start ${node}: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

async function start() {
  const entry = new URL('../dist/index.js', import.meta.url);
  if (!existsSync(entry)) fail('The command line is not built yet: run `npm start` once (or `npm run build`).');
  const { main } = await import(entry.href);
  await main();
}

if (Number.parseInt(process.versions.node, 10) >= neededMajor) {
  await start();
} else {
  const node = process.env.ASSAY_RESTARTED ? undefined : newerNode();
  if (node) startAgainWith(node);
  else fail(`assay needs Node ${neededMajor} or newer; this is ${process.versions.node}. Install one from nodejs.org.`);
}
