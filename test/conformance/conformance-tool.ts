import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The program of the official conformance tool, or of its coming version; null when it is not installed. */
export function conformanceProgram(
  name: '@modelcontextprotocol/conformance' | 'mcp-conformance-next' = '@modelcontextprotocol/conformance',
): string | null {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const program = join(dirname(manifest), 'dist', 'index.js');
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** Runs the tool; its results stay in a folder of its own, which goes with it. Answers what it printed. */
export async function runConformance(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-conformance-'));
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      printed += text;
    });
  }
  try {
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, printed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every scenario of a printed summary, with its checks that passed and failed. */
export function tallies(printed: string): Record<string, Tally> {
  const lines = printed.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm);
  return Object.fromEntries(
    [...lines].map(([, name, passed, failed]) => [name, { passed: Number(passed), failed: Number(failed) }]),
  );
}
