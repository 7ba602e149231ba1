/**
 * The program of an isolated process that checks the types of one Python module with Pyright. Pyright reads files by itself:
 * it sees those of this process's own folder and its declarations of the standard library. It imports nothing of this
 * library, so that it also runs from its source. It reads messages from standard input, and writes one JSON value a line.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Message {
  readonly warmUp?: boolean;
  readonly files?: Readonly<Record<string, string>>;
}

interface Diagnostic {
  readonly file: string;
  readonly severity: string;
  readonly message: string;
  readonly range?: { readonly start: { readonly line: number } };
}

const folder = '/tmp/checked';
const maxProblems = 20;
const maxMessage = 600;

/** Runs Pyright's command line in this process; it writes its report and ends the process. */
function check(files: Readonly<Record<string, string>>): void {
  process.stdin.destroy();
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const write = process.stdout.write.bind(process.stdout);
  let report = '';
  process.stdout.write = ((text: string | Uint8Array) => {
    report += String(text);
    return true;
  }) as typeof process.stdout.write;
  process.on('exit', () => write(`${JSON.stringify(problemsOf(report))}\n`));
  // With options of Node that evaluate text, its arguments would be read from another place.
  process.execArgv = [];
  process.argv = [process.argv[0] as string, 'pyright', '--outputjson', '--project', folder];
  createRequire(import.meta.url)('pyright');
}

function problemsOf(report: string): object {
  try {
    const { generalDiagnostics } = JSON.parse(report) as { readonly generalDiagnostics: readonly Diagnostic[] };
    const problems = generalDiagnostics.slice(0, maxProblems).map(({ file, severity, message, range }) => ({
      ...{ file: file.slice(folder.length + 1), severity, line: (range?.start.line ?? 0) + 1 },
      message: message.replaceAll('\u00a0', ' ').slice(0, maxMessage),
    }));
    return { problems };
  } catch {
    return { failed: report.slice(0, maxMessage) };
  }
}

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk: string) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const { warmUp, files } = JSON.parse(line) as Message;
    if (warmUp !== undefined) process.stdout.write('{"ready":true}\n');
    else if (files !== undefined) check(files);
  }
});
