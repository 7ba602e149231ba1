/** An Assay for one measurement: a process of its own on embedded PostgreSQL, in a home that goes with it. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built server of a checkout; an older one has no bundle. */
export function builtServer(checkout) {
  const compiled = join(checkout, 'apps', 'server', 'dist');
  const bundled = join(compiled, 'bundle', 'start.js');
  return existsSync(bundled) ? bundled : join(compiled, 'main.js');
}

const ownMain = builtServer(fileURLToPath(new URL('../../../', import.meta.url)));
const readyWithinMs = 60_000;
const stopWithinMs = 20_000;

function whenReady(child) {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(
      () => reject(new Error(`Assay was not ready in ${readyWithinMs} ms: ${said}`)),
      readyWithinMs,
    );
    const hear = (chunk) => {
      said = (said + chunk).slice(-4_000);
      const url = /ready at (\S+)/.exec(said)?.[1];
      if (url) resolve(url);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code, signal) => reject(new Error(`Assay ended with ${signal ?? `code ${code}`}: ${said}`)));
    child.once('exit', () => clearTimeout(timer));
    child.stdout.once('close', () => clearTimeout(timer));
  }).finally(() => child.stdout.resume());
}

const living = new Set();

/** Stops every Assay that is still up; what does not stop is killed, and its PostgreSQL follows by itself. */
export const stopAll = () => Promise.all([...living].map((stop) => stop()));

/**
 * Resolves to `{url, apiKey, pid, stop}` when it answers. `settings` are variables of its environment; `main` is the
 * built server of another checkout.
 */
export async function startAssay(settings = {}, main = ownMain) {
  const home = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  // Under root, PostgreSQL runs as a system user of its own, who has to pass through.
  chmodSync(home, 0o711);
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [main], {
    env: { PATH, HOME, ASSAY_HOME: home, PORT: '0', LOG_LEVEL: 'warn', ASSAY_DRAIN_SECONDS: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    living.delete(stop);
    const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    child.kill('SIGTERM');
    await exited;
    clearTimeout(timer);
    rmSync(home, { recursive: true, force: true });
  };
  living.add(stop);
  try {
    const url = await whenReady(child);
    return { url, apiKey: readFileSync(join(home, 'admin.key'), 'utf8').trim(), pid: child.pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs `work` with a fresh Assay of these settings and stops it, however that ends; `main` as above. */
export async function withAssay(work, settings, main) {
  const assay = await startAssay(settings, main);
  try {
    return await work(assay);
  } finally {
    await assay.stop();
  }
}
