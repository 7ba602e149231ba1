import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answered, commandOf } from '../pool.js';
import { pythonProgram } from '../process/program.js';
import type { ProcessLimits, StartProcess } from '../process/start-process.js';
import { Channel } from '../session/channel.js';
import { harness } from './harness/harness.js';
import { keptSnapshot } from './kept-snapshot.js';
import { pyodideVersion } from './pyodide-version.js';

/** The memory of an interpreter that has loaded what each run needs, as a file. */
export interface Snapshot {
  readonly file: string;
  remove(): void;
}

export interface SnapshotOptions {
  readonly start: StartProcess;
  readonly limits: ProcessLimits;
  readonly maxLine: number;
  /** Where it is kept between starts; null makes one for this sandbox alone. */
  readonly folder: string | null;
}

/** What a snapshot depends on: the interpreter, the engine that runs it, and what it has loaded. */
const key = (): string => {
  const digest = createHash('sha256').update(`${process.version} ${process.arch}\n${harness}`).digest('hex');
  return `python-${pyodideVersion}-${digest.slice(0, 16)}`;
};

/**
 * A snapshot that an isolated process makes, which runs no generated code. Starting from it takes a tenth of the CPU time of
 * starting an interpreter.
 */
export async function openSnapshot(options: SnapshotOptions): Promise<Snapshot> {
  const { folder } = options;
  if (folder === null) return temporarySnapshot(await makeSnapshot(options));
  const file = await keptSnapshot({ folder, key: key(), now: Date.now }, () => makeSnapshot(options));
  return { file, remove: () => undefined };
}

async function makeSnapshot({ start, limits, maxLine }: SnapshotOptions): Promise<Buffer> {
  const channel = new Channel(await start(commandOf(pythonProgram(), limits)), maxLine);
  const line = await answered(channel, { snapshotOf: harness });
  channel.close();
  return Buffer.from(line, 'base64');
}

function temporarySnapshot(content: Buffer): Snapshot {
  const folder = mkdtempSync(join(tmpdir(), 'assay-python-'));
  const file = join(folder, 'snapshot');
  writeFileSync(file, content);
  // Processes of runs may belong to another user; it holds nothing but the interpreter.
  chmodSync(folder, 0o755);
  chmodSync(file, 0o444);
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
