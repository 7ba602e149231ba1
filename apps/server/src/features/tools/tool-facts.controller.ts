import type { DependentView, ToolLatency, VersionComparison } from '@assay/contracts';
import { type Caller, Directory } from '@assay/identity';
import { fail } from '@assay/kernel';
import {
  Catalogue,
  CompareVersions,
  declaredLatency,
  type KnownLatency,
  type LatencyOf,
  shownVersion,
  versionKey,
  visibleVersions,
} from '@assay/registry';
import { ListDependents } from '@assay/runs';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { LATENCY_OF } from '../trust/ports.js';

/** What can be said of a tool beside its entry: how versions differ, who calls it, how long it takes. */
@Controller()
export class ToolFactsController {
  constructor(
    @Inject(CompareVersions) private readonly comparing: CompareVersions,
    @Inject(ListDependents) private readonly dependents: ListDependents,
    @Inject(Catalogue) private readonly catalogue: Catalogue,
    @Inject(Directory) private readonly directory: Directory,
    @Inject(LATENCY_OF) private readonly latencyOf: LatencyOf,
  ) {}

  @Endpoint('compareVersions')
  compare(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Query() { from, to }: { from: string; to: string },
  ): VersionComparison {
    return unwrap(this.comparing.run(caller, `${ns}/${tool}`, from, to));
  }

  @Endpoint('listDependents')
  list(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Query() query: PageQuery,
  ): { items: readonly DependentView[]; nextCursor: string | null } {
    return pageOf(unwrap(this.dependents.run(caller, `${ns}/${tool}`)), query, (it) => it.tool);
  }

  @Endpoint('showLatency')
  latency(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Query() { version }: { version?: string },
  ): ToolLatency {
    const { catalogue, directory } = this;
    const name = `${ns}/${tool}`;
    const versions = visibleVersions(catalogue.tool(name), caller, directory);
    const key = version === undefined ? undefined : versionKey(version);
    const found =
      version === undefined
        ? shownVersion(versions, catalogue.revocations)
        : versions.find((it) => it.versionKey === key);
    if (found === undefined) return unwrap(fail('not_found', `No tool "${name}", or it has no such version.`));
    const known = this.latencyOf(found, caller.organisationId);
    return {
      ...{ tool: found.manifest.name, version: found.version, isMeasured: known.isMeasured },
      ...quantilesOf(known),
      declared: quantilesOf(declaredLatency(found, null)),
    };
  }
}

const quantilesOf = ({ p50Ms, p95Ms, p99Ms }: KnownLatency) => ({
  p50Ms: p50Ms ?? null,
  p95Ms: p95Ms ?? null,
  p99Ms: p99Ms ?? null,
});
