import type { DependentView } from '@assay/contracts';
import type { Caller, Directory } from '@assay/identity';
import { type Failure, fail, ok, type Result, splitReference } from '@assay/kernel';
import { type Catalogue, shownVersion, visibleVersions } from '@assay/registry';
import { toolsNamedIn } from '../composition.js';
import { compositionOf } from './definition.js';

export interface DependentPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
}

/** Lists the composed tools that call a tool, as far as the caller may see both. */
export class ListDependents {
  constructor(private readonly ports: DependentPorts) {}

  /** Sorted by name. Each is the version that its page shows; older versions are not searched. */
  run(caller: Caller, tool: string): Result<DependentView[], Failure> {
    const { catalogue, directory } = this.ports;
    if (visibleVersions(catalogue.tool(tool), caller, directory).length === 0)
      return fail('not_found', `No tool "${tool}": check the name, or search for a tool by what it does.`);
    return ok(catalogue.sortedIds().flatMap((id) => this.#dependent(caller, id, tool)));
  }

  #dependent(caller: Caller, id: string, tool: string): DependentView[] {
    const { catalogue, directory } = this.ports;
    const candidate = catalogue.tool(id);
    if (candidate?.versions.some(({ manifest }) => manifest.protocol === 'composite') !== true) return [];
    const version = shownVersion(visibleVersions(candidate, caller, directory), catalogue.revocations);
    if (version === undefined) return [];
    const composition = compositionOf(version.manifest);
    if (!composition.ok) return [];
    const named = [...new Set(toolsNamedIn(composition.value))];
    const references = named.filter((it) => splitReference(it)[0] === tool);
    const { name, title } = version.manifest;
    return references.length === 0 ? [] : [{ tool: name, version: version.version, title: title ?? null, references }];
  }
}
