import { ownersOf } from '@assay/identity';
import type { ToolVersion } from '@assay/registry';
import type { ExaminerPorts } from './definition-examiner.js';
import { ruleSetVersion } from './detect.js';
import type { AbuseFinding } from './finding-store.js';

export type RecordingPorts = Pick<ExaminerPorts, 'findings' | 'directory' | 'notices' | 'audit' | 'clock' | 'random'>;

export type Found = Pick<AbuseFinding, 'subject' | 'fingerprint' | 'severity' | 'score' | 'signs' | 'callers'>;

/**
 * Records a finding of a version, in the audit log too, and tells the version's owners what `say` makes of its id. The
 * same finding again, or one of a version that is gone, is recorded by nobody: undefined.
 */
export async function recordFinding(
  { findings, directory, notices, audit, clock, random }: RecordingPorts,
  version: ToolVersion,
  found: Found,
  say: (id: string) => string,
): Promise<AbuseFinding | undefined> {
  const { organisationId, id: versionId, namespace, tool } = version;
  const id = random.uuid();
  const open = { state: 'open', foundAt: clock.now(), decidedAt: null, decidedBy: null, reason: null } as const;
  const finding: AbuseFinding = { id, organisationId, versionId, ruleSet: ruleSetVersion, ...found, ...open };
  if (!(await findings.add(finding))) return undefined;
  const subject = `${namespace}/${tool}@${version.version}`;
  const { severity, score, callers } = found;
  const rules = found.signs.map((it) => it.rule);
  const details = { finding: id, severity, score, rules, ...(callers !== null && { callers }) };
  await audit.append({ organisationId, principalId: null, action: 'finding.record', subject, details }).settled;
  const to = ownersOf(directory, namespace);
  const notice = { key: `finding.recorded ${id}`, kind: 'finding.recorded', subject, text: say(id) } as const;
  await notices.send([{ ...notice, details: { finding: id, severity, rules }, to }]);
  return finding;
}
