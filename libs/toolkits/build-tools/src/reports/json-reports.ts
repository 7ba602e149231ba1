import { z } from 'zod';
import { type Findings, noFindings, type Problem, shortMessage, type TestResult } from '../results.js';

/** Reads one JSON document; what is not of the expected form is no report. */
const reading =
  <T>(schema: z.ZodType<T>, convert: (report: T) => Findings) =>
  (text: string): Findings => {
    try {
      return convert(schema.parse(JSON.parse(text)));
    } catch {
      return noFindings;
    }
  };

const location = z.object({ line: z.number(), column: z.number() }).nullish();
const jestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      status: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
          duration: z.number().nullish(),
          location,
        }),
      ),
    }),
  ),
});

const outcomes: Readonly<Record<string, TestResult['outcome']>> = { passed: 'passed', failed: 'failed' };

/** The JSON of Jest and Vitest. A file that failed before its tests ran is one failed test. */
export const parseJest = reading(jestReport, ({ testResults }) => {
  const tests = testResults.flatMap(({ name: file, message = '', status, assertionResults }): TestResult[] => {
    if (assertionResults.length === 0 && status === 'failed')
      return [{ name: file, file, line: null, outcome: 'failed', message: shortMessage(message), durationMs: null }];
    return assertionResults.map((it) => ({
      name: it.fullName,
      file,
      line: it.location?.line ?? null,
      outcome: outcomes[it.status] ?? 'skipped',
      message: it.failureMessages?.length ? shortMessage(it.failureMessages.join('\n')) : null,
      durationMs: it.duration ?? null,
    }));
  });
  return { tests, problems: [], checked: tests.length };
});

const eslintReport = z.array(
  z.object({
    filePath: z.string(),
    messages: z.array(
      z.object({
        ruleId: z.string().nullable(),
        severity: z.number(),
        message: z.string(),
        line: z.number().optional(),
        column: z.number().optional(),
      }),
    ),
  }),
);

export const parseEslint = reading(eslintReport, (files) => ({
  tests: [],
  problems: files.flatMap(({ filePath, messages }) =>
    messages.map(
      (it): Problem => ({
        file: filePath,
        line: it.line ?? null,
        column: it.column ?? null,
        severity: it.severity === 2 ? 'error' : 'warning',
        code: it.ruleId,
        message: shortMessage(it.message),
      }),
    ),
  ),
  checked: files.length,
}));

const ruffReport = z.array(
  z.object({
    filename: z.string(),
    code: z.string().nullable(),
    message: z.string(),
    location: z.object({ row: z.number(), column: z.number() }),
  }),
);

/** ruff names only files with findings, so that how many it looked at is not known. */
export const parseRuff = reading(ruffReport, (findings) => ({
  tests: [],
  problems: findings.map(({ filename, code, message, location: at }) => ({
    ...{ file: filename, line: at.row, column: at.column, severity: 'error' as const, code },
    message: shortMessage(message),
  })),
  checked: null,
}));
