import type { Issue } from '@assay/contracts';
import { pointerOf } from './json-pointer.js';

/** What a schema library tells of one problem; `keys` are the unknown members of an object. */
interface ShapeProblem {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

/** One problem of a shape as pointers and sentences; unknown members one by one, each called `unknown`. */
export function issuesOfShape({ code, path, message, keys = [] }: ShapeProblem, unknown: string): Issue[] {
  if (code === 'unrecognized_keys') return keys.map((key) => ({ path: pointerOf([...path, key]), message: unknown }));
  return [{ path: pointerOf(path), message: message.endsWith('received undefined') ? 'is required' : message }];
}

/** Each problem once, where several checks found the same. */
export const uniqueIssues = (issues: readonly Issue[]): Issue[] => [
  ...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values(),
];
