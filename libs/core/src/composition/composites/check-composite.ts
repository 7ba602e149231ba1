import type { Issue, Manifest } from '@assay/contracts';
import { satisfies } from '../../catalog/version-number.js';
import type { Caller } from '../../identity/caller.js';
import { splitReference } from '../../kernel/qualified-name.js';
import { compositionBounds } from '../check/check-plan.js';
import { type Compiled, type CompilePorts, compileComposition } from '../compile-composition.js';
import { toolsNamedIn } from '../composition.js';
import { FindTools } from '../find-tools.js';
import type { KnownTool } from '../known-tool.js';
import { readPipeline } from '../notations/pipeline.js';
import { toolNodes } from '../plans-in.js';
import { compositionOf } from './definition.js';

/** Checks compositions when they are published as tools, and completes what their parts say of them. */
export class CheckComposites {
  readonly #ports: CompilePorts;

  constructor(ports: CompilePorts) {
    this.#ports = ports;
  }

  /** A pipeline's schemas and description, where its manifest leaves them out, are its first and its last step's. */
  complete = (caller: Caller, candidate: unknown): unknown => {
    if (typeof candidate !== 'object' || candidate === null) return candidate;
    const { protocol, endpoint, inputSchema, outputSchema, description } = candidate as Partial<Manifest>;
    if (protocol !== 'composite' || typeof endpoint !== 'object' || endpoint === null) return candidate;
    if (inputSchema !== undefined && outputSchema !== undefined && description !== undefined) return candidate;
    const read = compositionOf({ endpoint });
    if (!read.ok || read.value.notation !== 'pipeline') return candidate;
    const pipeline = readPipeline(read.value.definition, new FindTools(this.#ports, caller).find, this.#ports.clock);
    if (!pipeline.ok) return candidate;
    const { value } = pipeline;
    return {
      ...candidate,
      description: description ?? value.description,
      inputSchema: inputSchema ?? value.inputSchema,
      ...((outputSchema ?? value.outputSchema) !== undefined && { outputSchema: outputSchema ?? value.outputSchema }),
    };
  };

  /** Everything wrong with a composition as a tool, each with its place in the manifest; empty for any other tool. */
  issues = (caller: Caller, manifest: Manifest): readonly Issue[] => {
    if (manifest.protocol !== 'composite') return [];
    const read = compositionOf(manifest);
    if (!read.ok) return read.error;
    const circles = this.#circles(caller, manifest, toolsNamedIn(read.value));
    if (circles.length > 0) return circles;
    const compiled = compileComposition(read.value, caller, this.#ports, {
      inputSchema: manifest.inputSchema,
      at: '/endpoint/definition',
    });
    if (!compiled.ok) return compiled.error;
    const parts = partsOf(compiled.value);
    const nesting = 1 + Math.max(...parts.map((it) => it.nesting));
    if (nesting > compositionBounds.nesting)
      return [issue('/endpoint/definition', `nests ${nesting} deep: at most ${compositionBounds.nesting} are allowed`)];
    return promises(manifest, parts);
  };

  /** References that lead, through whatever compositions, to the very version that is being published. */
  #circles(caller: Caller, { name, version }: Manifest, named: readonly string[]): Issue[] {
    const tools = new FindTools(this.#ports, caller);
    const seen = new Set<string>();
    const leadsBack = (reference: string): boolean => {
      const [tool, range] = splitReference(reference);
      if (tool === name && satisfies(version, range === undefined || range === 'latest' ? '*' : range)) return true;
      const found = tools.find(reference);
      if (!found.ok || found.value.manifest.protocol !== 'composite' || seen.has(found.value.version.id)) return false;
      seen.add(found.value.version.id);
      const inner = compositionOf(found.value.manifest);
      return inner.ok && toolsNamedIn(inner.value).some(leadsBack);
    };
    const circular = [...new Set(named)].filter(leadsBack);
    return circular.map((it) =>
      issue(
        '/endpoint/definition',
        `${it} leads back to ${name}@${version} itself: name a version or range without it`,
      ),
    );
  }
}

const issue = (path: string, message: string): Issue => ({ path, message });

function partsOf({ plan, tools }: Compiled): readonly KnownTool[] {
  const names = new Set([...toolNodes(plan)].map(({ tool }) => tool));
  return [...names].flatMap((it) => {
    const found = tools.find(it);
    return found.ok ? [found.value] : [];
  });
}

/** What a composition declares of itself that one of its parts does not hold. */
function promises({ annotations = {} }: Manifest, parts: readonly KnownTool[]): Issue[] {
  const broken = (name: string, holds: (part: NonNullable<Manifest['annotations']>) => boolean): Issue[] => {
    const breaker = parts.find(({ manifest }) => !holds(manifest.annotations ?? {}));
    if (breaker === undefined) return [];
    return [issue(`/annotations/${name}`, `promises more than its part ${breaker.manifest.name} does`)];
  };
  const { readOnlyHint, destructiveHint, idempotentHint, honoursKey } = annotations;
  return [
    ...(readOnlyHint === true ? broken('readOnlyHint', (it) => it.readOnlyHint === true) : []),
    ...(destructiveHint === false
      ? broken('destructiveHint', (it) => it.readOnlyHint === true || it.destructiveHint === false)
      : []),
    ...(idempotentHint === true
      ? broken('idempotentHint', (it) => it.readOnlyHint === true || it.idempotentHint === true)
      : []),
    ...(honoursKey === true ? broken('honoursKey', (it) => it.readOnlyHint === true || it.honoursKey === true) : []),
  ];
}
