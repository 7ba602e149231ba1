import { type CallLimits, type LargeChecks, RunExamples, type TransportOf } from '@assay/gateway';
import type { DefinitionCheckStore, WatchDefinitions } from '@assay/importing';
import { type Jobs, type Notices, requireSound, type Signer } from '@assay/kernel';
import type { CataloguePorts, Consumers } from '@assay/registry';
import {
  type AttestationStore,
  AttestVersion,
  ChangeStage,
  CheckContract,
  promotionStages,
  RequestVerification,
  type StageStore,
  type SweepPorts,
  SweepStages,
  type TrackRecordOf,
  VerificationQueue,
  type VerificationStore,
  VerifyVersion,
  WithdrawAttestation,
} from '@assay/trust';

export interface AssuranceAdapters {
  readonly verifications: VerificationStore;
  readonly stages: StageStore;
  readonly attestations: AttestationStore;
  readonly looks: DefinitionCheckStore;
  readonly watch: WatchDefinitions;
  readonly transportOf: TransportOf;
  readonly largeChecks: LargeChecks;
  readonly limits: CallLimits;
  readonly recordOf: TrackRecordOf;
  readonly trustIn: SweepPorts['trustIn'];
  readonly signer: Signer;
  readonly notices: Notices;
  readonly consumers: Consumers;
  readonly jobs: Jobs;
  /** Works out the trust of versions of which something new is known. */
  readonly score: () => Promise<void>;
  /** Told of each tool one of whose versions changed its stage. */
  readonly staged: (toolId: string) => Promise<unknown>;
}

export type Assurance = ReturnType<typeof buildAssurance>;

/** What judges tools: verification, stages, attestations. @throws Error when the table of stages is not sound. */
export function buildAssurance(ports: Omit<CataloguePorts, 'store'>, adapters: AssuranceAdapters) {
  requireSound(promotionStages);
  const { jobs, score, ...rest } = adapters;
  const both = { ...ports, ...rest, judged: async () => score() };
  const verify = new VerifyVersion({
    ...both,
    examples: new RunExamples(both),
    contract: new CheckContract(both),
  });
  const queue = new VerificationQueue({ ...both, jobs, verify });
  const sweep = new SweepStages(both);
  jobs.add(sweep);
  return {
    verifications: new RequestVerification({ ...both, queue }),
    stages: new ChangeStage(both),
    attestations: new AttestVersion(both),
    withdrawals: new WithdrawAttestation(both),
    verify,
    queue,
    sweep,
  };
}
