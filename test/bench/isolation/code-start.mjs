/**
 * How long code waits for its sandbox: the time from the request to the end of a small run, from the warm pool and
 * without one, and the memory of a process that is ready. Isolated, as the server runs code.
 *
 *     node test/bench/isolation/code-start.mjs [--json]
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { detectIsolation, openIsolation } from '@assay/isolation';
import { openSandbox } from '@assay/sandbox';
import { isolatedProcesses } from '@assay/server';

const runs = 15;
const refillMs = { javascript: 1_000, python: 3_000 };
const small = { javascript: 'return input.a + 1', python: 'return input["a"] + 1' };
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function run(sandbox, language) {
  const begun = performance.now();
  const job = { language, entry: 'body', code: small[language], input: { a: 1 }, nowMs: 0, seed: 1 };
  const session = await sandbox.open(job);
  const { end } = await session.begin();
  session.close();
  if (end?.value !== 2) throw new Error(JSON.stringify(end));
  return performance.now() - begun;
}

/** Resident memory of the processes that run a program of the sandbox, in MB. */
function memoryOf(language) {
  const sizes = readdirSync('/proc').flatMap((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (!words.includes(`/sandbox/dist/${language}/program`) || words.startsWith('bwrap')) return [];
      const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return kb === undefined ? [] : [Number(kb) / 1024];
    } catch {
      return [];
    }
  });
  return Math.max(0, ...sizes);
}

async function measured(start, language) {
  const sandbox = openSandbox({ isolated: start, warm: 1, warmPython: 1 });
  const cold = openSandbox({ isolated: start, warm: 0, warmPython: 0 });
  try {
    const first = await run(sandbox, language);
    const warm = [];
    for (let at = 0; at < runs; at += 1) {
      await pause(refillMs[language]);
      warm.push(await run(sandbox, language));
    }
    await pause(refillMs[language]);
    const memoryMb = memoryOf(language);
    await run(cold, language);
    const without = [];
    for (let at = 0; at < 5; at += 1) without.push(await run(cold, language));
    return { language, firstMs: first, warmMs: median(warm), coldMs: median(without), memoryMb };
  } finally {
    sandbox.close();
    cold.close();
  }
}

/** `[{language, firstMs, warmMs, coldMs, memoryMb}]`; none where this machine does not isolate. */
export async function measureCodeStart() {
  const support = await detectIsolation();
  if (support.kind === 'none') return [];
  const stateFolder = mkdtempSync(join(tmpdir(), 'assay-code-start-'));
  const isolation = openIsolation({ support, stateFolder, hide: [], permitFor: () => async () => [] });
  try {
    const start = isolatedProcesses(isolation, stateFolder);
    return [await measured(start, 'javascript'), await measured(start, 'python')];
  } finally {
    isolation.close();
    rmSync(stateFolder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const rows = await measureCodeStart();
  if (values.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  for (const { language, firstMs, warmMs, coldMs, memoryMb } of values.json ? [] : rows)
    process.stdout.write(
      `${language}: first run ${firstMs.toFixed(0)} ms, from the warm pool ${warmMs.toFixed(0)} ms, without one ${coldMs.toFixed(0)} ms; ${memoryMb.toFixed(0)} MB a process that is ready\n`,
    );
}
