import { globSync, lstatSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { isWithin, Refusal } from '@assay/kit';
import { z } from 'zod';
import type { BuildContext } from './build-tool.js';
import type { Project } from './project.js';
import { readReport } from './reports/report-kinds.js';
import { type Findings, merged, problemSchema, testSchema } from './results.js';
import { runInSandbox } from './sandbox.js';
import type { BuildCommand, Check, CommandRequest, DetectedSystem } from './systems/system.js';
import { findProgram } from './toolchains.js';

const maxReport = 16 * 1_048_576;
const maxReports = 2_000;

export const outcomes = ['passed', 'failed', 'nothing_checked', 'timed_out'] as const;

export const checkSchema = z.object({
  outcome: z
    .enum(outcomes)
    .describe('nothing_checked is not a pass: nothing is declared, or no file or test was looked at'),
  passed: z.boolean(),
  system: z.string().nullable(),
  command: z.string().nullable(),
  selection: z.string().nullable().describe('How files or filter narrowed it; null when everything was checked'),
  exitCode: z.int().nullable(),
  durationMs: z.int(),
  counts: z.object({
    passed: z.int(),
    failed: z.int(),
    skipped: z.int(),
    errors: z.int(),
    warnings: z.int(),
  }),
  tests: z.array(testSchema).describe('Those that failed, then the others while there is room: at most 100'),
  problems: z.array(problemSchema).describe('Errors first, at most 100'),
  log: z.string().describe('The end of the output'),
  hint: z.string().nullable().describe('What to do next'),
});
export type CheckResult = z.output<typeof checkSchema>;

export interface CheckRequest {
  readonly check: Check;
  readonly system?: string | undefined;
  readonly filter?: string | undefined;
  readonly files?: readonly string[] | undefined;
  readonly timeoutMs: number;
  readonly maxLogChars: number;
}

const nothing = (hint: string): CheckResult => ({
  ...{ outcome: 'nothing_checked', passed: false, system: null, command: null, selection: null, exitCode: null },
  ...{ durationMs: 0, counts: { passed: 0, failed: 0, skipped: 0, errors: 0, warnings: 0 }, tests: [], problems: [] },
  ...{ log: '', hint },
});

function chosenSystem(project: Project, { check, system }: CheckRequest): DetectedSystem | undefined {
  if (system !== undefined && !project.systems.some((it) => it.system === system))
    throw new Refusal(`"${system}" is not declared in "${project.shown}". Use detect to see what is.`);
  return project.systems.find((it) => it.checks[check] !== undefined && (system === undefined || it.system === system));
}

/** Files from the top of the repository, as paths from the project's folder. Throws a Refusal for one outside. */
function filesFrom(project: Project, files: readonly string[] | undefined): readonly string[] | undefined {
  return files?.map((file) => {
    const path = join(project.folder, relative(project.folder, join(project.top, file)));
    if (file.startsWith('-') || file.includes('\0') || isAbsolute(file) || !isWithin(project.top, path))
      throw new Refusal(`"${file.slice(0, 100)}" is not a path in the repository.`);
    return `./${relative(project.folder, path)}`;
  });
}

/** A report is written by the repository's code: no link is followed, and nothing large is read. */
function readFileOf(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size <= maxReport ? readFileSync(path, 'utf8') : '';
}

function reportPaths(project: Project, path: string, since: number): string[] {
  const whole = isAbsolute(path) ? path : join(project.folder, '**', path);
  return globSync(whole, { exclude: (name: string) => name === 'node_modules' || name === '.git' })
    .filter((it) => isAbsolute(path) || (lstatSync(it).mtimeMs >= since && lstatSync(it).isFile()))
    .slice(0, maxReports);
}

function findingsOf(command: BuildCommand, project: Project, output: string, since: number): Findings {
  const all = command.reports.flatMap(({ kind, from }) => {
    if (from === 'output') return [readReport[kind](output)];
    return reportPaths(project, from.path, since).map((path) => readReport[kind](readFileOf(path)));
  });
  return merged(all);
}

/** Paths as the other tools name them: from the top of the repository. */
function fromTop(project: Project, file: string | null): string | null {
  if (file === null) return null;
  const path = isAbsolute(file) ? file : join(project.folder, file);
  return isWithin(project.top, path) ? relative(project.top, path) : file;
}

const rank = { failed: 0, skipped: 2, passed: 1 } as const;

/** Whether something was looked at. A tool that names only files with errors says it by ending without one. */
const hasChecked = (check: Check, findings: Findings): boolean => {
  if (check === 'test') return findings.tests.some((it) => it.outcome !== 'skipped');
  return findings.checked !== 0;
};

function hintOf(
  outcome: CheckResult['outcome'],
  check: Check,
  stopped: readonly string[],
  exitCode: number | null,
): string | null {
  if (stopped.length > 0) return stopped.join(' ');
  if (outcome === 'timed_out')
    return 'It took longer than timeoutMs. Narrow it with files or filter, or allow more time.';
  if (outcome === 'nothing_checked' && exitCode !== 0) return 'The command failed before it checked anything: see log.';
  if (outcome === 'nothing_checked')
    return check === 'test'
      ? 'No test ran, or none that is reported in a known form. See log.'
      : 'No file was checked.';
  return null;
}

/** Runs one check of a project, in a sandbox, and reports it by test and file. */
export async function runCheck(project: Project, request: CheckRequest, context: BuildContext): Promise<CheckResult> {
  const { check, filter, timeoutMs, maxLogChars } = request;
  const system = chosenSystem(project, request);
  const declared = system?.checks[check];
  if (system === undefined || declared === undefined)
    return nothing(`Nothing in "${project.shown}" declares ${check}. Use detect to see what is declared.`);
  const absent = system.programs.find((it) => findProgram(it) === null);
  if (absent !== undefined)
    return nothing(`${absent} is not installed on this machine, so ${system.system} cannot run.`);
  const asked: Omit<CommandRequest, 'report'> = { filter, files: filesFrom(project, request.files) };
  const since = Date.now() - 2_000;
  let command = declared.command({ ...asked, report: '' });
  let lines = 0;
  const ran = await runInSandbox(
    {
      ...{
        top: project.top,
        folder: project.folder,
        system: system.system,
        homes: context.homes,
        withinMs: timeoutMs,
        signal: context.signal,
      },
      words(reports) {
        command = declared.command({ ...asked, report: join(reports, 'report') });
        return command.words;
      },
      onLine(line) {
        lines += 1;
        context.progress(lines, line);
      },
    },
    (_reports, output) => findingsOf(command, project, output, since),
  );
  return resultOf({
    project,
    request,
    system,
    declared: declared.declared,
    command,
    ran,
    log: ran.output.slice(-maxLogChars || ran.output.length),
  });
}

interface Ran {
  readonly project: Project;
  readonly request: CheckRequest;
  readonly system: DetectedSystem;
  readonly declared: string;
  readonly command: BuildCommand;
  readonly ran: Awaited<ReturnType<typeof runInSandbox<Findings>>>;
  readonly log: string;
}

function resultOf({ project, request: { check, maxLogChars }, system, declared, command, ran, log }: Ran): CheckResult {
  const { read: findings, exitCode, isLate, durationMs, stopped } = ran;
  const tests = findings.tests.map((it) => ({ ...it, file: fromTop(project, it.file) }));
  const problems = findings.problems.map((it) => ({ ...it, file: fromTop(project, it.file) }));
  const count = (outcome: keyof typeof rank) => tests.filter((it) => it.outcome === outcome).length;
  const errors = problems.filter((it) => it.severity === 'error').length;
  const isChecked =
    hasChecked(check, findings) &&
    !(
      check !== 'test' &&
      exitCode !== 0 &&
      findings.checked === null &&
      errors === 0 &&
      /not found|No such file|No module named/.test(ran.output)
    );
  const isFailed = exitCode !== 0 || count('failed') > 0;
  const outcome = isLate ? 'timed_out' : !isChecked ? 'nothing_checked' : isFailed ? 'failed' : 'passed';
  return {
    ...{
      outcome,
      passed: outcome === 'passed',
      system: system.system,
      command: declared,
      selection: command.selection,
    },
    ...{ exitCode, durationMs },
    counts: {
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
      errors,
      warnings: problems.length - errors,
    },
    tests: tests.toSorted((a, b) => rank[a.outcome] - rank[b.outcome]).slice(0, 100),
    problems: problems.toSorted((a, b) => a.severity.localeCompare(b.severity)).slice(0, 100),
    log: maxLogChars === 0 ? '' : log,
    hint: hintOf(outcome, check, stopped, exitCode),
  };
}
