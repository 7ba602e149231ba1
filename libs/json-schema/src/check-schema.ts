import { compileSchema, dialectOf, type JsonSchema, metaProblems } from './json-schema.js';
import { type Issue, pointerStep, uniqueIssues } from './json-value.js';
import { patternProblem } from './pattern.js';
import { RecentTexts } from './recent-texts.js';
import { patternSteps } from './repeat-counts.js';

/** Limits on schemas. A publisher decides what every caller's gateway compiles, so its size is bounded. */
export const schemaCaps = { bytes: 262_144, depth: 64, patterns: 500, patternSteps: 100_000 } as const;

interface Place {
  readonly path: string;
  readonly value: unknown;
  readonly depth: number;
  /** The members are properties' names, not keywords. */
  readonly names: boolean;
}

/** A tool is checked when it is proposed and again when it is published, and compiling is most of that work. */
const valid = new RecentTexts(2_097_152);

/** Reports every problem of a tool's schema, with pointers below `at` (`/inputSchema`). */
export function checkSchema(schema: JsonSchema, at: string, role: 'input' | 'output'): Issue[] {
  const text = JSON.stringify(schema);
  const key = `${role} ${text}`;
  if (valid.has(key)) return [];
  const size = Buffer.byteLength(text);
  if (size > schemaCaps.bytes) return [{ path: at, message: `is larger than ${schemaCaps.bytes} bytes` }];
  const dialect = dialectOf(schema);
  if (dialect === undefined) {
    return [{ path: `${at}/$schema`, message: 'must be JSON Schema 2020-12, 2019-09 or draft-07' }];
  }
  const walked = walk(schema, at);
  if (walked.tooDeep) return walked.issues;
  const broken = metaProblems(schema, dialect).map(({ path, message }) => ({ path: `${at}${path}`, message }));
  const problems = uniqueIssues([...walked.issues, ...broken]);
  if (problems.length > 0) return problems;
  const shape = role === 'input' && schema.type !== undefined && schema.type !== 'object';
  if (shape) return [{ path: `${at}/type`, message: 'must be "object": a tool takes named arguments' }];
  const issues = compiles(schema, at);
  if (issues.length === 0) valid.add(key);
  return issues;
}

function compiles(schema: JsonSchema, at: string): Issue[] {
  try {
    compileSchema(schema);
    return [];
  } catch (error) {
    return [{ path: at, message: `cannot be compiled: ${(error as Error).message.slice(0, 300)}` }];
  }
}

/** Checks depth, references that would have to be fetched, and patterns, without recursion. */
function walk(schema: JsonSchema, at: string): { issues: Issue[]; tooDeep: boolean } {
  const issues: Issue[] = [];
  const ids = new Set<string>();
  const references: { path: string; to: string }[] = [];
  const queue: Place[] = [{ path: at, value: schema, depth: 1, names: false }];
  const problemOf = patternProblems();
  const checkPattern = (path: string, source: string) => {
    const problem = problemOf(source);
    if (problem !== undefined) issues.push({ path, message: problem });
  };
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    const { path, value, depth, names } = place;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > schemaCaps.depth)
      return { issues: [{ path, message: `is nested deeper than ${schemaCaps.depth} levels` }], tooDeep: true };
    for (const [key, member] of Object.entries(value)) {
      const below = `${path}${pointerStep(key)}`;
      if (!names && opaque.has(key)) continue;
      if (!names && typeof member === 'string') {
        if (key === '$id') ids.add(member.replace(/#$/, ''));
        if (key === '$ref' || key === '$dynamicRef' || key === '$recursiveRef')
          references.push({ path: below, to: member });
        if (key === 'pattern') checkPattern(below, member);
      }
      if (!names && key === 'patternProperties' && typeof member === 'object' && member !== null) {
        for (const source of Object.keys(member)) checkPattern(`${below}${pointerStep(source)}`, source);
      }
      queue.push({ path: below, value: member, depth: depth + 1, names: !names && nameMaps.has(key) });
    }
    if (issues.length >= 50) break;
  }
  for (const { path, to } of references) {
    const base = to.split('#')[0] as string;
    if (base !== '' && !knownBase(base, ids)) {
      issues.push({
        path,
        message: `refers to ${JSON.stringify(to.slice(0, 200))}, which would have to be fetched: put it under $defs`,
      });
    }
  }
  return { issues, tooDeep: false };
}

/** Problems of a schema's patterns, one after the other: compiling all of them is bounded as well as compiling one. */
function patternProblems(): (source: string) => string | undefined {
  let patterns = 0;
  let steps = 0;
  return (source) => {
    patterns += 1;
    steps += patternSteps(source);
    if (patterns > schemaCaps.patterns) return `has more than ${schemaCaps.patterns} patterns`;
    if (steps > schemaCaps.patternSteps)
      return `all patterns of the schema together come to more than ${schemaCaps.patternSteps} steps when their repetitions are written out`;
    return patternProblem(source);
  };
}

const opaque = new Set(['const', 'enum', 'default', 'examples', 'example']);
const nameMaps = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependentRequired',
  'dependencies',
]);

/** A base that the document itself names (absolute, or relative to another `$id`), or one of the meta-schemas. */
const knownBase = (base: string, ids: ReadonlySet<string>): boolean =>
  ids.has(base) || /^https?:\/\/json-schema\.org\//.test(base) || [...ids].some((id) => resolves(base, id, ids));

const resolves = (base: string, id: string, ids: ReadonlySet<string>): boolean => {
  const url = URL.canParse(base, id) ? new URL(base, id).href : undefined;
  return (
    url !== undefined &&
    [...ids].some((other) => other === url || (URL.canParse(other, id) && new URL(other, id).href === url))
  );
};
