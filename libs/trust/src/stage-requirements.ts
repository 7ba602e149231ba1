import { type Stage, type StageRequirement, stages } from '@assay/contracts';
import type { ToolVersion } from '@assay/registry';
import type { TrackRecord } from './track-record.js';

/** What the requirements of a stage are about. */
export interface StageSituation {
  readonly version: Pick<ToolVersion, 'manifest' | 'lastVerifiedAt' | 'assurance'>;
  readonly record: TrackRecord;
  /** Whether the provider, as it is now, was shown to be who it says. */
  readonly isProviderKnown: boolean;
}

/** Trust that a stage asks for; SANDBOX asks for none. */
export const stageBars: Readonly<Partial<Record<Stage, number>>> = Object.freeze({
  BETA: 0.5,
  GENERAL_AVAILABILITY: 0.7,
  VERIFIED: 0.7,
});
const callsForBeta = 100;
const callsByOthers = 1_000;

type Asked = Omit<StageRequirement, 'stage'>;

/** Whether `to` is a higher stage than `from`. */
export const isHigher = (to: Stage, from: Stage): boolean => stages.indexOf(to) > stages.indexOf(from);

/** The stage after this one; undefined at the highest. */
export const stageAfter = (stage: Stage): Stage | undefined => stages[stages.indexOf(stage) + 1];

/** The stage before this one, which a demotion leads to; undefined where there is nothing to lose. */
export const stageBefore = (stage: Stage): Stage | undefined =>
  isHigher(stage, 'SANDBOX') ? stages[stages.indexOf(stage) - 1] : undefined;

/** Everything a stage needs: stages are cumulative, so that what the stages before it need comes first. */
export const requirementsOf = (stage: Stage, situation: StageSituation): StageRequirement[] =>
  stages
    .slice(0, stages.indexOf(stage) + 1)
    .flatMap((it) => (asked[it]?.(situation) ?? []).map((one) => ({ stage: it, ...one })));

/** SUBMITTED and SANDBOX need a valid manifest, which publishing has checked. */
const asked: Readonly<Partial<Record<Stage, (situation: StageSituation) => Asked[]>>> = {
  BETA: ({ version, record }) => {
    const calls = record.calls.own + record.calls.others;
    return [
      { name: 'verified', met: isVerified(version), detail: verifiedText(version) },
      trust(record.scoreWithOwn, stageBars.BETA as number, ", calls of the provider's organisation counted in full"),
      { name: 'calls', met: calls >= callsForBeta, detail: `${calls} of ${callsForBeta} calls` },
    ];
  },
  GENERAL_AVAILABILITY: ({ version: { assurance }, record }) => [
    {
      name: 'self-assessed audit',
      met: assurance.audit !== 'none',
      detail: assurance.audit === 'none' ? 'no security audit is attested' : `${assurance.audit} audit attested`,
    },
    trust(record.score, stageBars.GENERAL_AVAILABILITY as number),
    {
      name: 'calls by others',
      met: record.calls.others >= callsByOthers,
      detail: `${record.calls.others} of ${callsByOthers} calls by callers other than members of its namespace`,
    },
  ],
  VERIFIED: ({ version: { assurance, manifest }, isProviderKnown, record }) => [
    {
      name: 'third-party audit',
      met: assurance.audit === 'third-party',
      detail: assurance.audit === 'third-party' ? 'attested' : "no third party's audit is attested",
    },
    {
      name: 'SLA commitment',
      met: manifest.sla?.p95Ms !== undefined && manifest.sla.availability !== undefined,
      detail: 'the manifest has to state sla.p95Ms and sla.availability',
    },
    {
      name: 'provider identity',
      met: isProviderKnown,
      detail: isProviderKnown ? 'attested' : "the provider's identity is not attested",
    },
    trust(record.score, stageBars.VERIFIED as number),
  ],
};

/** Name of what a version's stage has to have attested and does not; seen from memory, for every version. */
export function missingAttestation(
  { stage, assurance: { audit } }: Pick<ToolVersion, 'stage' | 'assurance'>,
  isProviderKnown: boolean,
): string | undefined {
  if (stage === 'GENERAL_AVAILABILITY') return audit === 'none' ? 'self-assessed audit' : undefined;
  if (stage !== 'VERIFIED') return undefined;
  if (audit !== 'third-party') return 'third-party audit';
  return isProviderKnown ? undefined : 'provider identity';
}

const isVerified = ({ lastVerifiedAt, assurance }: StageSituation['version']): boolean =>
  lastVerifiedAt !== null && assurance.driftedSince === null;

const verifiedText = ({ lastVerifiedAt, assurance }: StageSituation['version']): string => {
  if (assurance.driftedSince !== null) return 'its last verification was red';
  return lastVerifiedAt === null ? 'it has never been verified' : 'verified';
};

const trust = (score: number, bar: number, how = ''): Asked => ({
  name: 'trust',
  met: score >= bar,
  detail: `trust ${score.toFixed(3)} of ${bar}${how}`,
});
