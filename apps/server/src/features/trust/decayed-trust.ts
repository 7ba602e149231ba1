import type { EvidenceView } from '@assay/contracts';
import type { Clock } from '@assay/kernel';
import { type ShowTrust, type ToolVersion, viewOf } from '@assay/registry';
import { minKey, presentTrust, trustKey } from '@assay/trust';

/** Trust as it is at the clock's time: what was last computed, decayed to now. */
export class DecayedTrust {
  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    readonly halfLifeDays: number,
  ) {}

  /** As callers of an organisation see it. */
  readonly of: ShowTrust = (version, organisationId) => {
    const { score, confidence, view } = this.#present(version, viewOf(organisationId, version));
    return { score, confidence, view };
  };

  /** Score in one view. */
  readonly within = (version: ToolVersion, view: EvidenceView): number => this.#present(version, view).score;

  /** What orders a version among others, at any time. */
  readonly keysOf = (version: ToolVersion) => {
    const key = (view: EvidenceView) => {
      const { base, t0 } = this.#present(version, view);
      return trustKey(base, t0, this.halfLifeDays);
    };
    return { trustKey: key('outside'), insideTrustKey: key('inside') };
  };

  readonly minKeyOf = (trust: number): number => minKey(trust, this.clock.now(), this.halfLifeDays);

  #present = (version: ToolVersion, view: EvidenceView) =>
    presentTrust(version, { view, at: this.clock.now(), halfLifeDays: this.halfLifeDays });
}
