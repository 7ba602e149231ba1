import type { Directory } from '@assay/identity';
import { type Catalogue, independentGroups, type ToolVersion, viewOf } from '@assay/registry';
import { type Call, isReadOnly } from '../call.js';
import { levelAt } from '../hierarchies/level-at.js';
import type { Fallbacks } from '../resilience/fallbacks.js';
import type { MapInput } from '../resilience/next-level.js';
import type { Validators } from '../validators.js';

/** Of tools that share a capability, so many are looked at. */
const maxLookedAt = 50;

/** A tool that can be asked the same, and with what. */
export interface Corroborator {
  /** `ns/tool@version`. */
  readonly reference: string;
  readonly version: ToolVersion;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface FindCorroboratorsPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly fallbacks: Fallbacks;
  readonly mapInput: MapInput;
}

/**
 * Who can be asked the same as a call's tool: the other levels of its hierarchy with the input as it is mapped for them,
 * then tools of the same capability that take its input as it is. Only tools that this caller may call and that declare
 * that they only read; independent ones first and in turns, since tools of one provider or upstream tend to err alike.
 */
export async function findCorroborators(
  call: Call,
  ports: FindCorroboratorsPorts,
  validators: Validators,
): Promise<Corroborator[]> {
  const own = call.resolved.version as ToolVersion;
  const found = new Map<string, Corroborator>();
  const add = (reference: string, input: Corroborator['input']): void => {
    const version = callable(reference, call, ports);
    const name = version && `${version.namespace}/${version.tool}`;
    if (version === undefined || name === undefined || name === `${own.namespace}/${own.tool}` || found.has(name))
      return;
    if (!isReadOnly(version) || validators.input(version)(input).length > 0) return;
    found.set(name, { reference: `${name}@${version.version}`, version, input });
  };
  for (const { tool, mapping } of call.resolved.standIns ?? ports.fallbacks.standIns(call)) {
    // Mappings are of what was asked with; a level that stands in has an input of its own.
    const asked = call.requested.level > 1 ? call.requested.request.input : call.resolved.input;
    const mapped = mapping === undefined ? undefined : await ports.mapInput(mapping, asked);
    if (mapped === undefined || mapped.ok) add(tool, mapped?.value ?? asked);
  }
  for (const tool of sharing(own, call.requested.caller.organisationId, ports.catalogue))
    add(tool, call.resolved.input);
  return byTurns(own, [...found.values()], ports.catalogue);
}

/**
 * Independent tools first and in turns: one tool of every group that shares a namespace or an upstream host before the
 * second of any, so nobody is a majority by publishing the same thing often. The tool's own group comes last.
 */
function byTurns(own: ToolVersion, found: readonly Corroborator[], catalogue: Catalogue): Corroborator[] {
  const [ownGroup, ...groups] = independentGroups([own, ...found.map(({ version }) => version)], catalogue);
  const seen = new Map<number, number>();
  const turns = found.map((it, at) => {
    const group = groups[at] as number;
    const turn = seen.get(group) ?? 0;
    seen.set(group, turn + 1);
    return { it, turn: group === ownGroup ? found.length + turn : turn };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ it }) => it);
}

/** The newest version that this caller may call and the reference admits; undefined when there is none. */
function callable(
  reference: string,
  { requested: { caller } }: Call,
  { catalogue, directory }: FindCorroboratorsPorts,
) {
  const at = levelAt(reference, caller, catalogue, directory);
  return at.state === 'callable' ? at.version : undefined;
}

/** Tools that share a capability with a version: those that share most, and are trusted most, first; so many at most. */
function sharing({ manifest }: ToolVersion, organisationId: string | null, catalogue: Catalogue): string[] {
  const shared = new Map<string, number>();
  for (const { id } of (manifest.capabilities ?? []).flatMap(catalogue.toolsWith))
    shared.set(id, (shared.get(id) ?? 0) + 1);
  const trust = (id: string): number => {
    const version = catalogue.tool(id)?.versions[0];
    return version?.trust?.[viewOf(organisationId, version)].base ?? 0;
  };
  return [...shared]
    .sort(([a, count], [b, next]) => next - count || trust(b) - trust(a) || (a < b ? -1 : 1))
    .slice(0, maxLookedAt)
    .map(([id]) => id);
}
