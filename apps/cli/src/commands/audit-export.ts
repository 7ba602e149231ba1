import { createReadStream } from 'node:fs';
import { open, truncate } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Context, outcome } from '../command.js';
import { write } from '../io.js';
import { during } from '../output/progress.js';
import { plural } from '../output/text.js';
import { UsageError } from '../usage-error.js';

export interface ExportOptions {
  readonly out?: string;
  readonly from?: string;
  readonly until?: string;
  readonly resume?: boolean;
}

interface Exported {
  readonly file: string;
  /** Lines written now. */
  readonly lines: number;
  readonly isComplete: boolean;
}

const markStart = '{"type":"mark","cursor":"';
const endStart = '{"type":"end"';

/** Lines go to a file, or to standard output as they come. */
export async function exportAudit(context: Context<ExportOptions>) {
  const { out, from, until, resume } = context.options;
  if (resume && (out === undefined || from !== undefined || until !== undefined))
    throw new UsageError('--resume goes on with --out: name the file, and no times, which are those of its beginning.');
  const times = { ...(from && { from }), ...(until && { until }) };
  if (out === undefined) return toOutput(context, times);
  const file = resolve(context.io.cwd, out);
  const broken = resume ? await brokenEnd(file, out) : undefined;
  if (broken?.isComplete) return said({ file: out, lines: 0, isComplete: true });
  if (broken !== undefined) await truncate(file, broken.keptBytes);
  const lines = await toFile(context, file, broken === undefined ? times : { cursor: broken.cursor }, resume === true);
  return said({ file: out, lines, isComplete: true });
}

type Query = { readonly from?: string; readonly until?: string; readonly cursor?: string };

async function toOutput({ io, assay, request }: Context<ExportOptions>, query: Query): Promise<undefined> {
  for await (const line of (await assay()).audit.export(query, request))
    await write(io.stdout, `${JSON.stringify(line)}\n`);
}

async function toFile(context: Context<ExportOptions>, file: string, query: Query, appends: boolean): Promise<number> {
  const { assay, request } = context;
  const handle = await open(file, appends ? 'a' : 'w', 0o600);
  let lines = 0;
  const work = async (): Promise<void> => {
    let isComplete = false;
    for await (const line of (await assay()).audit.export(query, request)) {
      await handle.write(`${JSON.stringify(line)}\n`);
      lines += 1;
      isComplete = line.type === 'end';
    }
    if (!isComplete) throw new Error(`The export stopped after ${plural(lines, 'line')}: continue with --resume.`);
  };
  try {
    await during(context, () => `Exporting: ${plural(lines, 'line')}`, work);
  } finally {
    await handle.close();
  }
  return lines;
}

interface BrokenEnd {
  readonly isComplete: boolean;
  readonly cursor: string;
  /** Up to the end of the last mark's line. */
  readonly keptBytes: number;
}

/** Looks for the last mark of an export that broke off, reading it once and holding one line. */
async function brokenEnd(file: string, name: string): Promise<BrokenEnd> {
  let [offset, keptBytes, cursor, isComplete] = [0, 0, '', false];
  let rest = Buffer.alloc(0);
  try {
    for await (const piece of createReadStream(file)) {
      rest = Buffer.concat([rest, piece as Buffer]);
      for (let at = rest.indexOf('\n'); at >= 0; at = rest.indexOf('\n')) {
        const line = rest.subarray(0, at).toString('utf8');
        rest = rest.subarray(at + 1);
        offset += at + 1;
        isComplete = line.startsWith(endStart);
        if (!line.startsWith(markStart)) continue;
        cursor = line.slice(markStart.length).replace(/".*$/, '');
        keptBytes = offset;
      }
    }
  } catch (error) {
    throw new UsageError(`Cannot read ${name} (${(error as NodeJS.ErrnoException).code}). Start it without --resume.`);
  }
  if (cursor === '' && !isComplete)
    throw new UsageError(`${name} has no mark to resume from: start again without --resume.`);
  return { isComplete, cursor, keptBytes };
}

const said = (exported: Exported) =>
  outcome<Exported>({
    data: exported,
    text: ({ file, lines }) =>
      lines === 0
        ? `${file} is already complete.`
        : `${plural(lines, 'line')} written to ${file}, which is now complete.`,
    notes: ({ file }) => [`assay audit verify --file ${file} checks it on this machine.`],
  });
