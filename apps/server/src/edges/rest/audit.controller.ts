import type { AuditRecordView, AuditVerdict } from '@assay/contracts';
import { type Caller, defaultOrganisation, isoTime } from '@assay/core';
import type { AuditReader, KeptRecord } from '@assay/persistence';
import { Controller, Inject } from '@nestjs/common';
import type { Domain } from '../../wiring/domain.js';
import { FailureException, unwrap } from '../failure-exception.js';
import { CurrentCaller } from './caller-guard.js';
import { Query } from './checked.js';
import { Endpoint } from './endpoint.js';
import type { PageQuery } from './page.js';
import { AUDIT_READER, DOMAIN } from './tokens.js';

/** The audit log of an organisation, and the check of the whole. */
@Controller()
export class AuditController {
  constructor(
    @Inject(DOMAIN) private readonly domain: Domain,
    @Inject(AUDIT_READER) private readonly records: AuditReader,
  ) {}

  @Endpoint('listAudit')
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery & { action?: string; subject?: string }) {
    const { limit = 50, ...rest } = query;
    await this.domain.audit.flush();
    const page = await this.records.list({ ...rest, limit, organisationId: caller.organisationId as string });
    const { items, nextCursor } = unwrap(page);
    return { items: items.map(this.#view), nextCursor };
  }

  /** Chains carry the records of every organisation, so that the whole is the installation's to check. */
  @Endpoint('verifyAudit')
  async verify(@CurrentCaller() caller: Caller): Promise<AuditVerdict> {
    if (caller.organisationId !== this.domain.directory.organisationNamed(defaultOrganisation)?.id) {
      throw new FailureException({
        code: 'forbidden',
        message: `The audit log is verified by administrators of "${defaultOrganisation}".`,
      });
    }
    await this.domain.audit.flush();
    return this.records.verify();
  }

  #view = (record: KeptRecord): AuditRecordView => ({
    chain: record.chain,
    sequence: record.sequence,
    at: isoTime(record.at),
    organisation:
      record.organisationId === null ? null : (this.domain.directory.organisation(record.organisationId)?.name ?? null),
    principal: record.principalId === null ? null : (this.domain.directory.principal(record.principalId)?.name ?? null),
    action: record.action,
    subject: record.subject,
    details: record.details,
    previous: record.previous,
    hash: record.hash,
  });
}
