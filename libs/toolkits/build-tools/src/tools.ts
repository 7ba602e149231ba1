import { z } from 'zod';
import { buildTool, commonFields, filesField, repoField, runsCode } from './build-tool.js';
import { openProject } from './project.js';
import { type CheckResult, checkSchema, runCheck } from './run-check.js';
import type { Check } from './systems/system.js';
import { findProgram } from './toolchains.js';

const said = (check: Check, result: CheckResult): string => {
  const { outcome, command, counts, tests, problems, hint } = result;
  const failed = tests
    .filter((it) => it.outcome === 'failed')
    .map(
      (it) =>
        `✗ ${it.name}${it.file === null ? '' : ` (${it.file}:${it.line ?? '?'})`}\n  ${it.message?.split('\n')[0] ?? ''}`,
    );
  const found = problems.map(
    (it) => `${it.file ?? '?'}:${it.line ?? '?'} ${it.code ?? it.severity}: ${it.message.split('\n')[0]}`,
  );
  const numbers =
    check === 'test'
      ? `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
      : `${counts.errors} errors, ${counts.warnings} warnings`;
  return [
    `${check}: ${outcome} (${command ?? 'nothing declared'}; ${numbers})`,
    ...(hint === null ? [] : [hint]),
    ...failed.slice(0, 20),
    ...found.slice(0, 20),
  ].join('\n');
};

export const detect = buildTool({
  name: 'detect',
  title: 'Show how a repository is built',
  description:
    'The build systems that a folder declares, with the commands for build, test, lint and typecheck. Runs nothing.',
  input: z.strictObject({ repo: repoField, project: commonFields.project }),
  output: z.object({
    systems: z.array(
      z.object({
        system: z.string(),
        evidence: z.array(z.string()).describe('The files that show it'),
        commands: z.record(z.string(), z.string()).describe('By check'),
        missing: z.array(z.string()).describe('Programs that are not installed on this machine'),
      }),
    ),
  }),
  async run({ repo, project }, { territory }) {
    const { systems } = await openProject(territory, repo, project);
    const found = systems.map(({ system, evidence, checks, programs }) => ({
      system,
      evidence: [...evidence],
      commands: Object.fromEntries(Object.entries(checks).map(([check, it]) => [check, it.declared])),
      missing: programs.filter((it) => findProgram(it) === null),
    }));
    const text = found.map(
      (it) =>
        `${it.system} (${it.evidence.join(', ')}): ${Object.entries(it.commands)
          .map(([check, command]) => `${check}: ${command}`)
          .join('; ')}`,
    );
    return { structured: { systems: found }, text: text.join('\n') || 'No build system found here.' };
  },
});

interface CheckWords {
  readonly title: string;
  readonly description: string;
}

const checkTool = (check: Check, { title, description }: CheckWords, fields: z.ZodRawShape = {}) =>
  buildTool({
    name: check,
    title,
    description,
    annotations: runsCode,
    input: z.strictObject({ ...commonFields, ...fields }),
    output: checkSchema,
    async run(input, context) {
      const asked = input as typeof input & { files?: string[]; filter?: string };
      const project = await openProject(context.territory, asked.repo, asked.project);
      const { system, timeoutMs, maxLogChars, files, filter } = asked;
      const result = await runCheck(project, { check, system, timeoutMs, maxLogChars, files, filter }, context);
      return { structured: result, text: said(check, result) };
    },
  });

const inSandbox = 'It runs the repository’s code in a sandbox without network: dependencies must be installed.';

export const build = checkTool('build', {
  title: 'Build',
  description: `Build what the repository declares, and report each error with file and line. ${inSandbox}`,
});
export const test = checkTool(
  'test',
  {
    title: 'Run tests',
    description: `Run the tests and report each that failed with file, line and message. With files, only tests that these files affect, where the tool knows them. ${inSandbox}`,
  },
  {
    files: filesField.optional().describe('Changed files, from the top of the repository'),
    filter: z
      .string()
      .regex(/^[^-\0][^\0]{0,199}$/)
      .optional()
      .describe('Part of a test’s name'),
  },
);
export const lint = checkTool(
  'lint',
  {
    title: 'Lint',
    description: `Run the declared linter and report each finding with file, line and rule. ${inSandbox}`,
  },
  {
    files: filesField.optional().describe('Files to lint, from the top of the repository'),
  },
);
export const typecheck = checkTool('typecheck', {
  title: 'Check types',
  description: `Run the declared type checker and report each error with file, line and message. ${inSandbox}`,
});

const order: readonly Check[] = ['typecheck', 'lint', 'build', 'test'];

export const verify = buildTool({
  name: 'verify',
  title: 'Verify a change',
  description: `After a change: type check, lint the changed files, build, and run the affected tests, each when required. Passed only when every required check passed. ${inSandbox}`,
  annotations: runsCode,
  input: z.strictObject({
    ...commonFields,
    changedFiles: filesField.optional().describe('From the top of the repository; everything is checked when absent'),
    require: z
      .array(z.enum(['typecheck', 'lint', 'build', 'test']))
      .min(1)
      .max(4)
      .optional()
      .describe('The checks that must pass; those that the repository declares when absent'),
    stopAtFailure: z.boolean().default(true).describe('Skip the checks after the first that does not pass'),
  }),
  output: z.object({
    passed: z.boolean(),
    results: z.record(z.string(), checkSchema).describe('By check, in the order in which they ran'),
    skipped: z.array(z.string()).describe('Required and not run, because another did not pass'),
  }),
  async run(asked, context) {
    const project = await openProject(context.territory, asked.repo, asked.project);
    const { system, timeoutMs, maxLogChars } = asked;
    const declared = order.filter((check) => project.systems.some((it) => it.checks[check] !== undefined));
    const wanted = order.filter((it) => (asked.require ?? declared).includes(it));
    const results: Record<string, CheckResult> = {};
    const skipped: string[] = [];
    for (const check of wanted) {
      if (asked.stopAtFailure && Object.values(results).some((it) => !it.passed)) skipped.push(check);
      else {
        const files = check === 'lint' || check === 'test' ? asked.changedFiles : undefined;
        results[check] = await runCheck(project, { check, system, timeoutMs, maxLogChars, files }, context);
      }
    }
    const all = Object.entries(results);
    // Nothing required and nothing declared is not a pass.
    const passed = all.length > 0 && skipped.length === 0 && all.every(([, it]) => it.passed);
    const text =
      all.map(([check, result]) => said(check as Check, result)).join('\n') ||
      'Nothing is declared, so nothing was verified.';
    return { structured: { passed, results, skipped }, text: `${passed ? 'Verified' : 'Not verified'}\n${text}` };
  },
});
