import type { Issue } from '@assay/contracts';
import { compareSchemas } from '@assay/json-schema';
import type { ToolVersion } from '../records.js';
import type { ToolsetCandidate } from './toolset.js';

/** A tool of a set as it was asked for. */
export interface AskedCandidate {
  /** Its place among the tools that were asked for. */
  readonly at: number;
  readonly tool: string;
  readonly name: string;
  readonly preset?: object | undefined;
  readonly shadow?: number | undefined;
  readonly canary?: number | undefined;
  readonly version: ToolVersion;
}

/** The tool that a candidate is tried out for. */
export interface Tried {
  readonly name: string;
  readonly version: ToolVersion;
}

/** What is wrong with the candidates of a set, each at its place. */
export function candidateIssues(asked: readonly AskedCandidate[], tools: readonly Tried[]): Issue[] {
  const seen = new Set<string>();
  return asked.flatMap((it) => {
    const kind = it.canary === undefined ? 'shadow' : 'canary';
    const path = `/tools/${it.at}`;
    const own = tools.find(({ name }) => name === it.name);
    if (it.shadow !== undefined && it.canary !== undefined)
      return [{ path: `${path}/canary`, message: 'cannot be combined with shadow' }];
    if (own === undefined)
      return [
        {
          path: `${path}/as`,
          message: `names no tool of the set: a ${kind} has the name of the tool it is compared with`,
        },
      ];
    if (it.preset !== undefined)
      return [
        { path: `${path}/preset`, message: `belongs to the tool of the same name: a ${kind} has none of its own` },
      ];
    const key = `${kind} ${it.name}`;
    if (seen.has(key)) return [{ path: `${path}/${kind}`, message: `the tool ${it.name} has a ${kind} already` }];
    seen.add(key);
    if (own.version.id === it.version.id)
      return [{ path: `${path}/tool`, message: 'is the version that the tool of the same name resolves to' }];
    return kind === 'shadow' ? shadowIssues(it, own, path) : canaryIssues(it, own, path);
  });
}

function shadowIssues({ version }: AskedCandidate, own: Tried, path: string): Issue[] {
  const acting = [version, own.version].find(({ manifest }) => manifest.annotations?.readOnlyHint !== true);
  if (acting !== undefined)
    return [
      {
        path: `${path}/shadow`,
        message: `needs read-only tools: ${acting.manifest.name}@${acting.version} is not declared read-only`,
      },
    ];
  return inputIssues(version, own, path);
}

/** A canary takes the place of the tool: it accepts every input, and does nothing worse. */
function canaryIssues({ version }: AskedCandidate, own: Tried, path: string): Issue[] {
  const { readOnlyHint, destructiveHint } = own.version.manifest.annotations ?? {};
  const { annotations } = version.manifest;
  if (readOnlyHint === true && annotations?.readOnlyHint !== true)
    return [{ path: `${path}/canary`, message: 'must be read-only, as the tool of the same name is' }];
  if (annotations?.destructiveHint === true && destructiveHint !== true)
    return [{ path: `${path}/canary`, message: 'is destructive, and the tool of the same name is not' }];
  return inputIssues(version, own, path);
}

const inputIssues = ({ manifest }: ToolVersion, own: Tried, path: string): Issue[] =>
  compareSchemas('input', own.version.manifest.inputSchema, manifest.inputSchema)
    .differences.filter(({ kind }) => kind === 'breaking')
    .map((it) => ({
      path: `${path}/tool`,
      message: `does not accept every input of the tool of the same name: ${it.path} ${it.message}`,
    }))
    .slice(0, 1);

export const asCandidate = ({
  tool,
  shadow,
  canary,
}: Pick<AskedCandidate, 'tool' | 'shadow' | 'canary'>): ToolsetCandidate => ({
  tool,
  ...(shadow !== undefined && { shadow }),
  ...(canary !== undefined && { canary }),
});
