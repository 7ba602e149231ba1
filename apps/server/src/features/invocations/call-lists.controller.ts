import type { InvocationStatus, ListedCallView } from '@assay/contracts';
import { ListCalls, type ListedCall } from '@assay/gateway';
import { type Caller, Directory } from '@assay/identity';
import { type AuditLog, isoTime, isoTimeOrNull, splitReference } from '@assay/kernel';
import { Controller, Inject } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import type { PageQuery } from '../../edges/page.js';
import { positionOf, timedPage } from '../../edges/timed-page.js';
import { AUDIT_LOG } from '../../platform/ports.js';

interface CallListQuery extends PageQuery {
  readonly tool?: string;
  readonly status?: InvocationStatus;
  readonly session?: string;
  readonly since?: string;
}

/** Lists of calls: a caller's own, or those of an administrator's organisation. */
@Controller()
export class CallListsController {
  constructor(
    @Inject(ListCalls) private readonly calls: ListCalls,
    @Inject(Directory) private readonly directory: Directory,
    @Inject(AUDIT_LOG) private readonly audit: AuditLog,
  ) {}

  @Endpoint('listInvocations')
  async list(@CurrentCaller() caller: Caller, @Query() { tool: reference, since, ...query }: CallListQuery) {
    const [tool, version] = reference === undefined ? [] : splitReference(reference);
    const { status, session } = query;
    const from = since === undefined ? undefined : Date.parse(since);
    if (this.audit.backlog > 0) await this.audit.flush();
    const narrowed = { tool, version, status, session, since: from };
    const found = await this.calls.run(caller, { ...narrowed, ...positionOf(query) });
    const { items, nextCursor } = timedPage(
      found.map((it) => ({ ...it, createdAt: it.at })),
      query,
    );
    return { items: items.map(this.#view), nextCursor };
  }

  #view = ({ principalId, startedAt, notBefore, isCached, ...call }: ListedCall): ListedCallView => ({
    id: call.id,
    tool: call.tool,
    version: call.version,
    status: call.status,
    caller: principalId === null ? null : (this.directory.principal(principalId)?.name ?? null),
    session: call.session,
    startedAt: isoTime(startedAt),
    notBefore: isoTimeOrNull(notBefore),
    ms: call.ms,
    code: call.code,
    costUsd: call.costUsd,
    cached: isCached,
  });
}
