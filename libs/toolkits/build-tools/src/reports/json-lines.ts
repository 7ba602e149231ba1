import { z } from 'zod';
import { type Findings, type Problem, shortMessage, type TestResult } from '../results.js';

/** Each line that is JSON of this form; other lines are what programs print in between. */
function linesOf<T>(schema: z.ZodType<T>, text: string): T[] {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    try {
      const read = schema.safeParse(JSON.parse(line));
      return read.success ? [read.data] : [];
    } catch {
      return [];
    }
  });
}

const cargoLine = z.object({
  reason: z.literal(['compiler-message', 'compiler-artifact']),
  message: z
    .object({
      level: z.string(),
      message: z.string(),
      code: z.object({ code: z.string() }).nullable(),
      spans: z.array(
        z.object({ file_name: z.string(), line_start: z.number(), column_start: z.number(), is_primary: z.boolean() }),
      ),
    })
    .optional(),
});

const libtest = /^test (.{1,500}?) \.\.\. (ok|FAILED|ignored)/;

/** `cargo --message-format=json`: errors and warnings; and the lines of its test programs. */
export function parseCargo(text: string): Findings {
  const lines = linesOf(cargoLine, text);
  const problems = lines.flatMap(({ message }): Problem[] => {
    if (message === undefined || !/^(?:error|warning)/.test(message.level)) return [];
    const at = message.spans.find((it) => it.is_primary);
    if (at === undefined) return [];
    return [
      {
        file: at.file_name,
        line: at.line_start,
        column: at.column_start,
        severity: message.level === 'warning' ? 'warning' : 'error',
        code: message.code?.code ?? null,
        message: shortMessage(message.message),
      },
    ];
  });
  const artifacts = lines.filter(({ reason }) => reason === 'compiler-artifact').length;
  return { tests: libtests(text), problems, checked: artifacts + problems.length };
}

function libtests(text: string): TestResult[] {
  const lines = text.split('\n');
  const sections = new Map<string, string>();
  let name: string | null = null;
  for (const line of lines) {
    const [, section] = /^---- (.{1,500}) stdout ----$/.exec(line) ?? [];
    if (section !== undefined) name = section;
    else if (line.startsWith('failures:')) name = null;
    else if (name !== null) sections.set(name, `${sections.get(name) ?? ''}${line}\n`);
  }
  return lines.flatMap((line): TestResult[] => {
    const [, test, result] = libtest.exec(line) ?? [];
    if (test === undefined) return [];
    const said = sections.get(test) ?? '';
    const [, file, at] = /panicked at ([^:\n]{1,300}):(\d{1,9}):/.exec(said) ?? [];
    const outcome = result === 'ok' ? 'passed' : result === 'ignored' ? 'skipped' : 'failed';
    const message = outcome === 'failed' ? shortMessage(said) || 'failed' : null;
    return [
      {
        name: test,
        file: file ?? null,
        line: at === undefined ? null : Number(at),
        outcome,
        message,
        durationMs: null,
      },
    ];
  });
}

const goLine = z.object({
  Action: z.string(),
  Package: z.string().optional(),
  Test: z.string().optional(),
  Output: z.string().optional(),
  Elapsed: z.number().optional(),
  ImportPath: z.string().optional(),
});

const goOutcomes: Readonly<Record<string, TestResult['outcome']>> = { pass: 'passed', fail: 'failed', skip: 'skipped' };

/** `go test -json`: one result for each test, with the place that `t.Errorf` printed; and errors of the build. */
export function parseGoTest(text: string): Findings {
  const lines = linesOf(goLine, text);
  const said = new Map<string, string>();
  const key = (it: z.output<typeof goLine>) => `${it.Package} ${it.Test ?? ''}`;
  for (const line of lines)
    if (line.Output !== undefined) said.set(key(line), (said.get(key(line)) ?? '') + line.Output);
  const tests = lines.flatMap((line): TestResult[] => {
    const outcome = goOutcomes[line.Action];
    if (outcome === undefined || line.Test === undefined) return [];
    const output = said.get(key(line)) ?? '';
    const [, file, at] = /^ {4,16}([\w./-]{1,200}):(\d{1,9}):/m.exec(output) ?? [];
    return [
      {
        name: `${line.Package}.${line.Test}`,
        file: file ?? null,
        line: at === undefined ? null : Number(at),
        outcome,
        message: outcome === 'failed' ? shortMessage(output) || 'failed' : null,
        durationMs: line.Elapsed === undefined ? null : Math.round(line.Elapsed * 1_000),
      },
    ];
  });
  const built = lines.filter((it) => it.Action === 'build-output').map((it) => it.Output ?? '');
  return { tests, problems: parseCompilerLines(built.join('')).problems, checked: tests.length };
}

const compilerLine = /^(?:vet: )?([^\s:()]{1,300}):(\d{1,9}):(.{1,600})$/;
const columnFirst = /^(\d{1,9}):(.{1,600})$/;
const severityFirst = /^ {0,4}(error|warning|note): (.{1,600})$/;

/** Lines `file:line:column: message`, as compilers write them. */
export function parseCompilerLines(text: string): Findings {
  const problems = text.split('\n').flatMap((line): Problem[] => {
    const [, file, at, rest] = compilerLine.exec(line.trim()) ?? [];
    if (file === undefined || rest === undefined || !file.includes('.')) return [];
    const [, column, behind = rest] = columnFirst.exec(rest) ?? [];
    const [, severity = 'error', message = behind] = severityFirst.exec(behind) ?? [];
    if (severity === 'note') return [];
    return [
      {
        file,
        line: Number(at),
        column: column === undefined ? null : Number(column),
        severity: severity === 'warning' ? 'warning' : 'error',
        code: null,
        message: shortMessage(message),
      },
    ];
  });
  return { tests: [], problems, checked: null };
}

const tscLine = /^([^\s(][^(\n]{0,300})\((\d{1,9}),(\d{1,9})\): (error|warning) (TS\d{1,6}): (.{1,1000})$/;

/** `tsc --pretty false`. It names only files with errors. */
export function parseTsc(text: string): Findings {
  const problems = text.split('\n').flatMap((line): Problem[] => {
    const [, file, at, column, severity, code, message] = tscLine.exec(line.trimEnd()) ?? [];
    if (file === undefined || message === undefined) return [];
    return [
      {
        ...{ file, line: Number(at), column: Number(column), code: code ?? null },
        severity: severity === 'warning' ? 'warning' : 'error',
        message: shortMessage(message),
      },
    ];
  });
  return { tests: [], problems, checked: null };
}
