import type { AuditRecordView, AuditVerdict } from '@assay/contracts';
import { type AuditLog, type Caller, defaultOrganisation } from '@assay/core';
import { Controller, Inject } from '@nestjs/common';
import type { Domain } from '../../wiring/domain.js';
import { FailureException } from '../failure-exception.js';
import { CurrentCaller } from './caller-guard.js';
import { Query } from './checked.js';
import { Endpoint } from './endpoint.js';
import { badCursor, type PageQuery } from './page.js';
import { AUDIT_READER, DOMAIN } from './tokens.js';

/** Reads what the audit log holds. */
export interface AuditRecords {
  list(query: {
    organisationId: string;
    cursor?: string;
    limit: number;
    action?: string;
    subject?: string;
  }): Promise<{ items: readonly StoredRecord[]; nextCursor: string | null } | 'bad cursor'>;
  verify(): Promise<AuditVerdict>;
}

export interface StoredRecord {
  readonly chain: string;
  readonly sequence: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly organisationId: string | null;
  readonly principalId: string | null;
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly previous: string;
  readonly hash: string;
}

/** The audit log of an organisation, and the check of the whole. */
@Controller()
export class AuditController {
  constructor(
    @Inject(DOMAIN) private readonly domain: Domain,
    @Inject(AUDIT_READER) private readonly records: AuditRecords,
  ) {}

  @Endpoint('listAudit')
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery & { action?: string; subject?: string }) {
    const { limit = 50, ...rest } = query;
    await this.domain.audit.flush();
    const page = await this.records.list({ ...rest, limit, organisationId: caller.organisationId as string });
    if (page === 'bad cursor') throw badCursor();
    return { items: page.items.map(this.#view), nextCursor: page.nextCursor };
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
    await (this.domain.audit as AuditLog).flush();
    return this.records.verify();
  }

  #view = (record: StoredRecord): AuditRecordView => ({
    chain: record.chain,
    sequence: record.sequence,
    at: new Date(record.at).toISOString(),
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
