import type { Issue, Manifest } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { namespaceOf, runAtOnce, runWithoutBlocking, type Sliced, splitReference } from '@assay/kernel';
import { satisfies } from '@assay/registry';
import { type CompilePorts, compilingComposition, examiningComposition } from '../compile-composition.js';
import { toolsNamedIn } from '../composition.js';
import { FindTools } from '../find-tools.js';
import { compositionOf } from './definition.js';
import { derivedOutput } from './derived-output.js';
import { partsOf, promises } from './promises.js';

/** Checks compositions when they are published as tools, and completes what their parts say of them. */
export class CheckComposites {
  readonly #ports: CompilePorts;

  constructor(ports: CompilePorts) {
    this.#ports = ports;
  }

  /**
   * What a manifest leaves out and its parts say: what comes out; of a pipeline the name, in the namespace of the first
   * step, the description and what goes in, too.
   */
  complete = async (caller: Caller, candidate: unknown): Promise<unknown> => {
    if (typeof candidate !== 'object' || candidate === null) return candidate;
    const { protocol, endpoint, ...given } = candidate as Partial<Manifest>;
    if (protocol !== 'composite' || typeof endpoint !== 'object' || endpoint === null) return candidate;
    const composition = compositionOf({ endpoint });
    if (!composition.ok) return candidate;
    const examining = examiningComposition(composition.value, caller, this.#ports, { at: '' });
    const { read, tools } = await runWithoutBlocking(examining, this.#ports.clock);
    if (read === null) return candidate;
    const outputSchema = given.outputSchema ?? derivedOutput(read, tools.find);
    const first = toolsNamedIn(composition.value)[0] ?? '';
    const { name = read.name && `${namespaceOf(first)}/${read.name}`, description = read.description } = given;
    const { inputSchema = read.inputSchema } = given;
    return {
      ...candidate,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(inputSchema !== undefined && { inputSchema }),
      ...(outputSchema !== undefined && { outputSchema }),
    };
  };

  /**
   * Everything wrong with a composition as a tool, each with its place in the manifest; empty for any other tool. Of a
   * manifest that is not valid otherwise (`manifest` is undefined), what its definition alone shows.
   */
  issues = (caller: Caller, candidate: unknown, manifest: Manifest | undefined): Promise<readonly Issue[]> =>
    runWithoutBlocking(this.#issues(caller, candidate, manifest), this.#ports.clock);

  /** The same without a break, of a composition that is known to be small. */
  issuesAtOnce = (caller: Caller, candidate: unknown, manifest: Manifest | undefined): readonly Issue[] =>
    runAtOnce(this.#issues(caller, candidate, manifest));

  *#issues(caller: Caller, candidate: unknown, manifest: Manifest | undefined): Sliced<readonly Issue[]> {
    const { protocol, endpoint } = (candidate ?? {}) as Partial<Manifest>;
    if (protocol !== 'composite' || typeof endpoint !== 'object' || endpoint === null) return [];
    const read = compositionOf({ endpoint });
    if (!read.ok) return read.error;
    const circles = manifest === undefined ? [] : this.#circles(caller, manifest, toolsNamedIn(read.value));
    if (circles.length > 0) return circles;
    yield;
    const compiled = yield* compilingComposition(read.value, caller, this.#ports, {
      inputSchema: manifest?.inputSchema,
      at: '/endpoint/definition',
    });
    if (!compiled.ok) return compiled.error;
    yield;
    return manifest === undefined ? [] : promises(manifest, partsOf(compiled.value));
  }

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
