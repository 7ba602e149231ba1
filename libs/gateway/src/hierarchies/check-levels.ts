import type { FallbackLevel, Issue } from '@assay/contracts';
import type { Caller, Directory } from '@assay/identity';
import { splitReference } from '@assay/kernel';
import type { Catalogue, ToolVersion } from '@assay/registry';
import type { MapInput } from '../resilience/next-level.js';
import { contractFit } from './contract-fit.js';
import { isCandidateLevel } from './hierarchy.js';
import { levelAt } from './level-at.js';
import { mappingFit } from './mapping-fit.js';

export interface CheckLevelsPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly mapInput: MapInput;
}

/** What is wrong with the levels of a hierarchy, and what is doubtful, each at its level: `/levels/1/…`. */
export interface LevelCheck {
  readonly issues: readonly Issue[];
  readonly warnings: readonly string[];
}

/**
 * Whether each level exists for who declares it, and fits the first one: its schemas by comparison, or its input through
 * the mapping that is declared for it.
 */
export async function checkLevels(
  levels: readonly FallbackLevel[],
  capability: string,
  caller: Caller,
  ports: CheckLevelsPorts,
): Promise<LevelCheck> {
  const resolved = levels.map((level, at) => versionOf(level, at, caller, ports));
  const issues = [...resolved.flatMap((it) => ('issue' in it ? [it.issue] : [])), ...duplicates(levels)];
  const warnings: string[] = [];
  const primary = resolved[0];
  if (primary === undefined || 'issue' in primary) return { issues, warnings };
  for (const [at, level] of levels.entries()) {
    const own = resolved[at];
    if (own === undefined || 'issue' in own) continue;
    warnings.push(...undeclared(own.version, capability, at, ports.catalogue));
    if (at === 0 && level.mapping !== undefined)
      issues.push({
        path: '/levels/0/mapping',
        message: 'applies only to later levels: the first level takes the input unchanged',
      });
    if (at === 0 && isCandidateLevel(level))
      issues.push({ path: '/levels/0', message: 'is the primary: only a later level can be a shadow or a canary' });
    if (at === 0) continue;
    issues.push(...candidateIssues(level, at, levels, primary.version, own.version));
    const fit = await fitOf(primary.version, own.version, level, ports.mapInput);
    issues.push(...fit.problems.map(placed(at)));
    warnings.push(...fit.doubts.map((it) => `Level ${at + 1}, ${it.path}: ${it.message}`));
  }
  return { issues, warnings };
}

type Found = { readonly version: ToolVersion } | { readonly issue: Issue };

function versionOf({ tool }: FallbackLevel, at: number, caller: Caller, ports: CheckLevelsPorts): Found {
  const found = levelAt(tool, caller, ports.catalogue, ports.directory);
  if (found.state === 'callable' || found.state === 'refused') return { version: found.version };
  const [name] = splitReference(tool);
  const why = found.state === 'absent' ? `no tool "${name}" that you may see: name it as namespace/tool` : found.why;
  return { issue: { path: `/levels/${at}/tool`, message: why } };
}

/** What is wrong with a level that is only tried out. */
function candidateIssues(
  level: FallbackLevel,
  at: number,
  levels: readonly FallbackLevel[],
  primary: ToolVersion,
  own: ToolVersion,
): Issue[] {
  if (!isCandidateLevel(level)) return [];
  const kind = level.canary === undefined ? 'shadow' : 'canary';
  const issue = (member: string, message: string): Issue[] => [{ path: `/levels/${at}/${member}`, message }];
  if (level.shadow !== undefined && level.canary !== undefined)
    return issue('canary', 'cannot be combined with shadow');
  if (levels.findIndex((it) => it[kind] !== undefined) < at) return issue(kind, `there is a ${kind} already`);
  if (own.id === primary.id) return issue('tool', 'is the version that level 1 resolves to');
  const acting = [own, primary].find(({ manifest }) => manifest.annotations?.readOnlyHint !== true);
  if (kind === 'shadow' && acting !== undefined)
    return issue(kind, `needs read-only tools: ${acting.manifest.name}@${acting.version} is not declared read-only`);
  return [];
}

async function fitOf(primary: ToolVersion, own: ToolVersion, { mapping }: FallbackLevel, mapInput: MapInput) {
  if (mapping === undefined) return contractFit(primary.manifest, own.manifest);
  const output = contractFit(primary.manifest, own.manifest, 'output');
  const input = await mappingFit(primary.manifest, own.manifest, mapping, mapInput);
  return { problems: [...output.problems, ...input.problems], doubts: [...output.doubts, ...input.doubts] };
}

const placed =
  (at: number) =>
  ({ path, message }: Issue): Issue => ({
    path: `/levels/${at}${path}`,
    message: `level ${at + 1} does not match level 1: ${message}`,
  });

function duplicates(levels: readonly FallbackLevel[]): Issue[] {
  // Another version of a level's tool may be tried out beside it.
  const names = levels.map((it) => (isCandidateLevel(it) ? undefined : splitReference(it.tool)[0]));
  return names.flatMap((name, at) => {
    if (name === undefined) return [];
    const first = names.indexOf(name);
    const message = `${name} is level ${first + 1} already: a tool may appear only once in a hierarchy`;
    return first < at ? [{ path: `/levels/${at}/tool`, message }] : [];
  });
}

/** Tools of a hierarchy need not declare its capability, but most often one that does not is a slip. */
function undeclared({ manifest }: ToolVersion, capability: string, at: number, { taxonomy }: Catalogue): string[] {
  const asked = taxonomy.canonical(capability);
  const paths = (manifest.capabilities ?? []).flatMap((tag) => taxonomy.path(tag));
  return paths.includes(asked) ? [] : [`Level ${at + 1}: ${manifest.name} does not declare ${capability}.`];
}
