import type { VersionComparison } from '@assay/contracts';
import type { Caller, Directory } from '@assay/identity';
import { type Failure, fail, ok, type Result } from '@assay/kernel';
import type { Catalogue } from './catalogue.js';
import { compareManifests } from './compatibility/compare-manifests.js';
import type { ToolVersion } from './records.js';
import { visibleVersions } from './tool-audience.js';
import { versionKey } from './version-number.js';

export interface ComparisonPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
}

/** Compares any two versions of a tool, for everybody who may see both. */
export class CompareVersions {
  constructor(private readonly ports: ComparisonPorts) {}

  run(caller: Caller, tool: string, from: string, to: string): Result<VersionComparison, Failure> {
    const { catalogue, directory } = this.ports;
    const versions = visibleVersions(catalogue.tool(tool), caller, directory);
    if (versions.length === 0)
      return fail('not_found', `No tool "${tool}": check the name, or search for a tool by what it does.`);
    const before = versionOf(versions, from);
    const after = versionOf(versions, to);
    if (before === undefined || after === undefined) {
      const missing = before === undefined ? from : to;
      return fail('not_found', `${tool} has no version ${missing}.`);
    }
    const { change, requiredBump, strict, differences } = compareManifests(before.manifest, after.manifest);
    return ok({
      ...{ tool: after.manifest.name, from: before.version, to: after.version },
      ...{ change, requiredBump, strict, differences: [...differences] },
    });
  }
}

const versionOf = (versions: readonly ToolVersion[], version: string): ToolVersion | undefined => {
  const key = versionKey(version);
  return versions.find((it) => it.versionKey === key);
};
