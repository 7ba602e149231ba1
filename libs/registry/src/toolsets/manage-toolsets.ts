import type { CreateToolset, Issue, ReplaceToolset, ToolsetExtra } from '@assay/contracts';
import { type Caller, type Directory, hasScope, type IdentityPorts, recordChange } from '@assay/identity';
import { type Failure, fail, localNameOf, namespaceOf, ok, type Result, splitReference } from '@assay/kernel';
import { type Catalogue, serverOf } from '../catalogue.js';
import type { ToolVersion } from '../records.js';
import { visibleVersions } from '../tool-audience.js';
import { normaliseRange, satisfies } from '../version-number.js';
import { fitName, nameTools } from './name-tools.js';
import { presetProblems } from './presets.js';
import { extraNames, maxToolsets, type Toolset, type ToolsetStore, type ToolsetTool } from './toolset.js';
import { asCandidate, candidateIssues } from './toolset-candidates.js';
import type { Toolsets } from './toolsets.js';

export interface ManageToolsetsPorts extends Omit<IdentityPorts, 'store'> {
  readonly catalogue: Catalogue;
  readonly toolsets: Toolsets;
  readonly store: ToolsetStore;
}

type Asked = CreateToolset['tools'][number];

/**
 * Toolsets of an organisation. Callers who may call tools create private ones; one for the whole organisation requires
 * the scope registry:publish, and only its creator, or an administrator, changes it.
 */
export class ManageToolsets {
  constructor(private readonly ports: ManageToolsetsPorts) {}

  list(caller: Caller): Toolset[] {
    if (caller.organisationId === null) return [];
    return this.ports.toolsets.of(caller.organisationId).filter((it) => seesToolset(caller, it));
  }

  find(caller: Caller, name: string): Result<Toolset, Failure> {
    const found = caller.organisationId === null ? undefined : this.ports.toolsets.named(caller.organisationId, name);
    if (found === undefined || !seesToolset(caller, found))
      return fail('not_found', `No toolset "${name}" in your organisation: GET /v1/toolsets lists those there are.`);
    return ok(found);
  }

  async create(caller: Caller, body: CreateToolset): Promise<Result<Toolset, Failure>> {
    const visibility = body.visibility ?? 'organisation';
    const allowed = mayMake(caller, visibility);
    if (!allowed.ok) return allowed;
    const tools = readTools(body, caller, this.ports);
    if (!tools.ok) return tools;
    const now = this.ports.clock.now();
    const toolset: Toolset = {
      id: this.ports.random.uuid(),
      organisationId: allowed.value,
      name: body.name,
      description: body.description ?? null,
      visibility,
      tools: tools.value,
      responseTokens: body.responseTokens ?? null,
      enables: enabledIn(body),
      createdAt: now,
      createdBy: caller.principalId,
      updatedAt: now,
    };
    const added = await this.ports.store.add(toolset);
    if (added === 'name_taken')
      return fail('conflict', `There is a toolset "${body.name}" already: choose another name.`);
    if (added === 'full')
      return fail('conflict', `An organisation has at most ${maxToolsets} toolsets: remove one that is not needed.`);
    await recordChange(this.ports, caller, 'toolset.create', toolset.name, reportOf(toolset));
    return ok(toolset);
  }

  async replace(caller: Caller, name: string, body: ReplaceToolset): Promise<Result<Toolset, Failure>> {
    const found = this.#changeable(caller, name);
    if (!found.ok) return found;
    const visibility = body.visibility ?? found.value.visibility;
    const allowed = mayMake(caller, visibility);
    if (!allowed.ok) return allowed;
    const tools = readTools(body, caller, this.ports);
    if (!tools.ok) return tools;
    const updatedAt = this.ports.clock.now();
    const description = body.description ?? null;
    const answering = { responseTokens: body.responseTokens ?? null, enables: enabledIn(body) };
    const toolset: Toolset = { ...found.value, description, visibility, tools: tools.value, ...answering, updatedAt };
    if (!(await this.ports.store.replace(toolset))) return this.find(caller, name);
    await recordChange(this.ports, caller, 'toolset.replace', name, reportOf(toolset));
    return ok(toolset);
  }

  async remove(caller: Caller, name: string): Promise<Result<null, Failure>> {
    const found = this.#changeable(caller, name);
    if (!found.ok) return found;
    await this.ports.store.remove(found.value.id);
    await recordChange(this.ports, caller, 'toolset.delete', name);
    return ok(null);
  }

  #changeable(caller: Caller, name: string): Result<Toolset, Failure> {
    const found = this.find(caller, name);
    if (!found.ok || found.value.createdBy === caller.principalId || hasScope(caller, 'admin')) return found;
    return fail('forbidden', `The toolset "${name}" can only be changed by its creator or an administrator.`);
  }
}

const seesToolset = (caller: Caller, { visibility, createdBy }: Toolset): boolean =>
  visibility === 'organisation' || createdBy === caller.principalId || hasScope(caller, 'admin');

function mayMake(caller: Caller, visibility: Toolset['visibility']): Result<string, Failure> {
  if (caller.organisationId === null || caller.principalId === null)
    return fail('unauthenticated', 'Making a toolset needs a key.');
  if (visibility === 'private' || hasScope(caller, 'registry:publish')) return ok(caller.organisationId);
  return fail(
    'forbidden',
    'A toolset for the whole organisation needs the scope registry:publish; with "visibility": "private" it is yours alone.',
  );
}

/** The tools of a set as stored, or all of their problems at once. */
function readTools(
  body: Pick<CreateToolset, 'tools' | 'enables'>,
  caller: Caller,
  ports: Pick<ManageToolsetsPorts, 'catalogue' | 'directory'>,
): Result<ToolsetTool[], Failure> {
  const asked: readonly Asked[] = body.tools;
  const versions = asked.map(({ tool }) => shownVersion(tool, caller, ports));
  const issues = asked.flatMap((it, at) => problemsOf(it, versions[at], `/tools/${at}`));
  if (issues.length > 0) return refused(issues);
  const all = asked.map((it, at) => ({ ...it, at, version: versions[at] as ToolVersion }));
  const own = all.filter((it) => !isCandidate(it));
  const names = nameTools(own.map(({ as, version }) => ({ as, ...namesOf(version) })));
  if (!names.ok) return refused(names.error.map((it) => placedAgain(it, own)));
  const clashes = takenNames(names.value, body, own);
  if (clashes.length > 0) return refused(clashes);
  const named = own.map((it, at) => ({ ...it, name: names.value[at] as string }));
  const candidates = all.filter(isCandidate).map((it) => ({
    ...it,
    tool: presentName(it.tool, ports.directory),
    name: it.as ?? fitName(namesOf(it.version).ownName),
  }));
  const doubtful = candidateIssues(candidates, named);
  if (doubtful.length > 0) return refused(doubtful);
  return ok(
    named.map(({ tool, name, preset = {}, structured }) => {
      const tried = candidates.filter((it) => it.name === name).map(asCandidate);
      const kept = {
        tool: presentName(tool, ports.directory),
        as: name,
        preset,
        ...(structured === false && { structured }),
      };
      return tried.length === 0 ? kept : { ...kept, candidates: tried };
    }),
  );
}

const isCandidate = ({ shadow, canary }: Asked): boolean => shadow !== undefined || canary !== undefined;

/** An issue among the tools that are named, at its place among all. */
const placedAgain = ({ path, message }: Issue, own: readonly { readonly at: number }[]): Issue => ({
  path: path.replace(/^\/tools\/(\d+)/, (_, at: string) => `/tools/${own[Number(at)]?.at ?? at}`),
  message,
});

/** Tools with the name of one that the set enables, each at its place among all. */
function takenNames(
  names: readonly string[],
  body: Pick<CreateToolset, 'enables'>,
  own: readonly { readonly at: number }[],
): Issue[] {
  const taken = new Set(enabledIn(body).flatMap((it) => extraNames[it]));
  const message = 'is the name of a tool that the set enables: choose another';
  return names.flatMap((it, at) => (taken.has(it) ? [{ path: `/tools/${own[at]?.at ?? at}/as`, message }] : []));
}

const enabledIn = ({ enables = [] }: Pick<CreateToolset, 'enables'>): readonly ToolsetExtra[] => [...new Set(enables)];

const refused = (issues: Issue[]) =>
  fail('invalid_request', `The toolset is not valid: ${issues[0]?.path} ${issues[0]?.message}.`, { issues });

function problemsOf({ tool, preset = {} }: Asked, version: ToolVersion | undefined, path: string): Issue[] {
  if (normaliseRange(splitReference(tool)[1]) === undefined)
    return [{ path: `${path}/tool`, message: 'has no range of semantic versions after its @' }];
  if (version === undefined) return [{ path: `${path}/tool`, message: `there is no tool ${tool} that you may see` }];
  return presetProblems(version.manifest.inputSchema, preset).map((it) => ({
    ...it,
    path: `${path}/preset${it.path}`,
  }));
}

/** The newest visible version in the range. */
function shownVersion(
  reference: string,
  caller: Caller,
  { catalogue, directory }: Pick<ManageToolsetsPorts, 'catalogue' | 'directory'>,
): ToolVersion | undefined {
  const [name, asked] = splitReference(reference);
  const range = normaliseRange(asked);
  if (range === undefined) return undefined;
  return visibleVersions(catalogue.tool(name), caller, directory).find((it) => satisfies(it.versionKey, range));
}

const presentName = (reference: string, { aliases }: Directory): string => {
  const [name, range] = splitReference(reference);
  return range === undefined ? aliases.tool(name) : `${aliases.tool(name)}@${range}`;
};

function namesOf(version: ToolVersion): { ownName: string; home: string } {
  const { endpoint } = version.manifest;
  const named = typeof endpoint === 'object' && endpoint !== null && 'tool' in endpoint ? endpoint.tool : undefined;
  const server = serverOf(version);
  return {
    ownName: typeof named === 'string' ? named : version.tool,
    home: server === undefined ? namespaceOf(version.manifest.name) : localNameOf(server),
  };
}

const reportOf = ({ tools, visibility, responseTokens, enables }: Toolset) => ({
  tools: tools.flatMap(({ tool, as, candidates = [] }) => [
    `${as}=${tool}`,
    ...candidates.map((it) => `${as}=${it.tool} ${it.canary === undefined ? 'shadow' : 'canary'}`),
  ]),
  visibility,
  ...(responseTokens !== null && { responseTokens }),
  ...(enables.length > 0 && { enables: [...enables] }),
});
