import { type Issue, notations, type RunBody, runBodySchema } from '@assay/contracts';
import { isObject, issuesOfShape } from '@assay/kernel';

/** What is wrong with the shape of a run's body, and the body without it, where the rest can be examined. */
export interface ReadableBody {
  readonly body: RunBody | undefined;
  readonly issues: readonly Issue[];
}

type Json = Record<string, unknown>;

/**
 * Reads a body as far as it can be read: steps whose shape is wrong are replaced by ones without a tool, and members that
 * are wrong are left out, so that the rest can be examined, too. What is found within these places says nothing.
 */
export function readableBody(body: unknown): ReadableBody {
  const parsed = runBodySchema.safeParse(body);
  if (parsed.success) return { body: parsed.data, issues: [] };
  const issues = parsed.error.issues.flatMap((issue) => issuesOfShape(issue, 'is not known here'));
  const rest = isObject(body) ? without(body, issues) : undefined;
  const again = rest === undefined ? undefined : runBodySchema.safeParse(rest);
  return { body: again?.success ? again.data : undefined, issues };
}

function without(body: Json, issues: readonly Issue[]): Json | undefined {
  const copy = structuredClone(body);
  for (const { path } of issues) {
    const [, member = '', inner, index] = path.split('/');
    const part: unknown = copy[member];
    if (inner === undefined || !isObject(part) || !notations.includes(member as (typeof notations)[number])) {
      delete copy[member];
      continue;
    }
    const steps: unknown = part.steps;
    if (inner === 'steps' && Array.isArray(steps) && index !== undefined && Number(index) < steps.length)
      steps[Number(index)] = stub(steps[Number(index)], Number(index), member);
    else delete part[inner];
  }
  return copy;
}

/** A tool that nobody has: that it is unknown is found within the step, and not shown. */
const noTool = 'unread/unread';

/** A step in the place of one that cannot be read, which others may refer to. */
function stub(step: unknown, index: number, notation: string): Json {
  if (notation === 'compose') return { tool: noTool, inputMapping: {} };
  if (notation !== 'plan') return { tool: noTool };
  const id =
    isObject(step) && typeof step.id === 'string' && /^[A-Za-z0-9_-]{1,128}$/.test(step.id)
      ? step.id
      : `unread-${index}`;
  return { id, tool: noTool, arguments: {} };
}
