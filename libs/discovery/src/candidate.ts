import type { Callable, EvidenceView, Manifest, Stage } from '@assay/contracts';
import type { CapabilityTree } from '@assay/registry';

/** Whether the registry's rules let this caller call a tool now, and the sentence that says why or what is missing. */
export interface Standing {
  readonly allowed: boolean;
  readonly why: string;
  /** What an administrator does to make the tool callable, when this is not an endorsement. */
  readonly remedy?: string;
}

/** The policy gate's verdict on a tool for a caller, whatever the arguments of a call are. */
export interface Verdict {
  readonly callable: Callable;
  readonly why: string;
  /** The policies that decide; empty when none was asked. */
  readonly policies: readonly string[];
  /** Its circuit is open until then, in ms since the epoch; null while it responds. */
  readonly openUntil: number | null;
}

/** The policy gate, asked without arguments. The wiring supplies it: discovery knows nothing of how calls are made. */
export interface MayCall<Caller> {
  verdict(tool: CandidateTool, caller: Caller): Verdict;
}

/** Where no gate is asked, the registry's rules decide. */
export const byStanding = ({ mayCall: { allowed, why } }: CandidateTool): Verdict => ({
  callable: allowed ? 'yes' : 'no',
  ...{ why, policies: [], openUntil: null },
});

/** A tool that the caller sees: what discovery filters and ranks by. */
export interface CandidateTool {
  /** `ns/tool`, as in the index: its name now, by whatever former one it was asked for. */
  readonly id: string;
  /** The organisation that provides it, by name. */
  readonly provider?: string;
  readonly version: string;
  readonly manifest: Manifest;
  readonly stage: Stage;
  /** Set when the version is on its way out; the date in ms since the epoch. */
  readonly deprecated?: { readonly sunsetAt: number | null } | null;
  /** Decayed trust in the caller's view, in [0,1]. */
  readonly trust: number;
  readonly trustView: EvidenceView;
  /** Whether the caller is a member of the owning namespace. */
  readonly own: boolean;
  /** Whether an administrator endorsed it for the caller's organisation. */
  readonly endorsed: boolean;
  readonly mayCall: Standing;
  /** The caller holds nothing to call with and looks around: tools are shown although it may not call them. */
  readonly browsing?: boolean;
  /** p95 in ms as measured by the caller's organisation, where there is enough of it; the declared one counts otherwise. */
  readonly measuredP95Ms?: number | null;
}

/** What a version should be like, when the tool has several. */
export type Wish = (version: Pick<CandidateTool, 'version' | 'manifest'>) => boolean;

/** What a caller sees of the catalogue, from memory. `Caller` is whatever the wiring knows a caller by. */
export interface CandidateSource<Caller> {
  /** Where capabilities stand; the tree of their dots when absent. */
  readonly capabilities?: CapabilityTree;
  /** The caller's visibility tokens, as documents carry them in `audience`. */
  audience(caller: Caller): readonly string[];
  /** The caller's organisation, whose tools have an inside view for it; null for an anonymous caller. */
  organisationOf(caller: Caller): string | null;
  /** The key that documents of tools of at least this trust have now. */
  minTrustKey(trust: number): number;
  /**
   * Undefined when the caller does not see the tool, or it is gone. The version is the newest that the caller may call
   * and that satisfies the first of `wishes` that any version satisfies; without one, the version that represents the
   * tool.
   */
  find(id: string, caller: Caller, wishes?: readonly Wish[]): CandidateTool | undefined;
  /** Why a tool the caller sees is out of use as a whole; undefined when it is in use, or the caller does not see it. */
  outOfUse(id: string, caller: Caller): string | undefined;
}

/** p95 in ms; undefined when neither measured nor declared. */
export const p95Ms = (tool: CandidateTool): number | undefined => tool.measuredP95Ms ?? tool.manifest.sla?.p95Ms;

/** USD a call; undefined when not declared, which is not the same as free. */
export const costUsd = (tool: CandidateTool): number | undefined => tool.manifest.costPerCallUsd;
