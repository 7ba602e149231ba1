import { type Issue, notations, type RunBody, runBodySchema } from '@assay/contracts';
import { isObject, issuesOfShape } from '@assay/kernel';

/** What is wrong with the shape of a run's body, and the body without it, where the rest can be examined. */
export interface ReadableBody {
  readonly body: RunBody | undefined;
  readonly issues: readonly Issue[];
  /** The places that were left out or replaced: what is found within them says nothing. */
  readonly unread: readonly string[];
  /** Whether steps were replaced by ones without a tool. */
  readonly isStubbed: boolean;
}

type Json = Record<string, unknown>;

const notKnown = 'is not known here';

/**
 * Reads a body as far as it can be read: members that are not known are left out, steps whose shape is wrong otherwise are
 * replaced by ones without a tool, and other members that are wrong are left out, so that the rest can be examined, too.
 */
export function readableBody(body: unknown): ReadableBody {
  const issues = issuesOf(body);
  if (issues.length === 0) return { body: runBodySchema.parse(body), issues, unread: [], isStubbed: false };
  const known = withoutUnknown(body, issues);
  const wrong = issuesOf(known);
  const rest = wrong.length === 0 ? known : isObject(known) ? without(known, wrong) : undefined;
  const again = rest === undefined ? undefined : runBodySchema.safeParse(rest);
  const unknown = issues.filter(({ message }) => message === notKnown).map(({ path }) => path);
  const replaced = wrong.map(({ path }) => stepOf(path));
  return {
    body: again?.success ? again.data : undefined,
    issues: uniqueIssues([...issues, ...wrong]),
    unread: [...unknown, ...replaced],
    isStubbed: replaced.some((path) => aStep.test(path)),
  };
}

const uniqueIssues = (issues: readonly Issue[]): Issue[] => [
  ...new Map(issues.map((it) => [`${it.path} ${it.message}`, it])).values(),
];

const issuesOf = (body: unknown): Issue[] =>
  runBodySchema.safeParse(body).error?.issues.flatMap((issue) => issuesOfShape(issue, notKnown)) ?? [];

const aStep = /^\/\w+\/steps\/\d+/;

/** The step that a place of a body is in, or the place itself. */
const stepOf = (path: string): string => aStep.exec(path)?.[0] ?? path;

function withoutUnknown(body: unknown, issues: readonly Issue[]): unknown {
  if (!isObject(body)) return body;
  const copy = structuredClone(body);
  for (const { path, message } of issues) {
    if (message !== notKnown) continue;
    const keys = path
      .slice(1)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = keys.pop() ?? '';
    const holder = keys.reduce<unknown>((at, key) => (Object(at) === at ? (at as Json)[key] : undefined), copy);
    if (isObject(holder)) delete holder[last];
  }
  return copy;
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
