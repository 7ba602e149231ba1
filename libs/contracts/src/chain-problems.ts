import type { z } from 'zod';

/** What is wrong at a place of a chain. */
export interface ChainProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The member by which each form of a node is known, in the order in which the schema has them. */
const operators = ['tool', 'sequence', 'branch', 'parallel', 'repeat', 'each', 'ask', 'act'] as const;

/**
 * What a node of a chain breaks, said of the one form it is meant to be: a union only says that none of its forms fits, at
 * the outermost place. `chain` is the value at which the issues' paths begin.
 */
export function preciseIssues(issues: readonly z.core.$ZodIssue[], chain: unknown): ChainProblem[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union') return [issue];
    const at = valueAt(chain, issue.path);
    const within = (problems: readonly ChainProblem[]): ChainProblem[] =>
      problems.map(({ path, message }) => ({ path: [...issue.path, ...path], message }));
    if (issue.errors.length !== operators.length) return within(problemsOfForm(issue.errors, at, issue.message));
    if (typeof at !== 'object' || at === null || Array.isArray(at)) return within([{ path: [], message: noNode }]);
    const given = operators.filter((it) => Object.hasOwn(at, it));
    const [only] = given;
    if (only === undefined) return within([{ path: [], message: noNode }]);
    if (given.length > 1)
      return within([{ path: [], message: `is ${given.join(' and ')} in one node: put them into a sequence` }]);
    return within(preciseIssues(issue.errors[operators.indexOf(only)] ?? [], at));
  });
}

const noNode = `is not a valid chain node: give one of ${operators.map((it) => `{"${it}"}`).join(', ')}`;

/** Of a small union: the form whose members are the ones that are given, or the sentence that names all. */
function problemsOfForm(
  forms: readonly (readonly z.core.$ZodIssue[])[],
  value: unknown,
  message: string,
): readonly ChainProblem[] {
  const meant = forms.find((form) =>
    form.every(
      ({ code, path }) => path.length > 0 && code !== 'unrecognized_keys' && valueAt(value, path) !== undefined,
    ),
  );
  return meant === undefined || meant.length === 0 ? [{ path: [], message }] : meant;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[step];
  }
  return at;
}
