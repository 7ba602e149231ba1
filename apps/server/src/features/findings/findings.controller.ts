import type { FindingSeverity, FindingState, FindingSubject, FindingView, ResolveFinding } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { isoTime, isoTimeOrNull, isUuid } from '@assay/kernel';
import { ManageFindings, type ShownFinding } from '@assay/trust';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { badCursor, type PageQuery, readCursor, writeCursor } from '../../edges/page.js';

const defaultLimit = 50;

interface ListQuery extends PageQuery {
  readonly tool?: string;
  readonly severity?: FindingSeverity;
  readonly subject?: FindingSubject;
  readonly state?: FindingState;
}

/** What looks like abuse in definitions and outputs. */
@Controller()
export class FindingsController {
  constructor(@Inject(ManageFindings) private readonly findings: ManageFindings) {}

  @Endpoint('listFindings')
  async list(@CurrentCaller() caller: Caller, @Query() { cursor, limit = defaultLimit, ...query }: ListQuery) {
    const after = cursor === undefined ? undefined : readId(cursor);
    const page = { ...query, limit: limit + 1, ...(after !== undefined && { after }) };
    const found = await this.findings.list(caller, page);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map(findingView),
      nextCursor: found.length > limit && last !== undefined ? writeCursor(last.finding.id) : null,
    };
  }

  @Endpoint('showFinding')
  async show(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<FindingView> {
    return findingView(unwrap(await this.findings.find(caller, id)));
  }

  @Endpoint('resolveFinding')
  async resolve(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: ResolveFinding,
  ): Promise<FindingView> {
    return findingView(unwrap(await this.findings.resolve(caller, id, body)));
  }
}

function readId(cursor: string): string {
  const id = readCursor(cursor);
  if (!isUuid(id)) throw badCursor();
  return id;
}

const findingView = ({ finding, version }: ShownFinding): FindingView => ({
  id: finding.id,
  tool: `${version.namespace}/${version.tool}`,
  version: version.version,
  subject: finding.subject,
  severity: finding.severity,
  score: finding.score,
  signs: [...finding.signs],
  ruleSet: finding.ruleSet,
  callers: finding.callers,
  state: finding.state,
  foundAt: isoTime(finding.foundAt),
  decidedAt: isoTimeOrNull(finding.decidedAt),
  reason: finding.reason,
  quarantined: version.quarantined !== null,
});
