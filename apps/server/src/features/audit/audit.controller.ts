import { Readable } from 'node:stream';
import type { AuditLine, AuditProgressView, AuditRecordView, AuditVerdict } from '@assay/contracts';
import { type Caller, Directory, defaultOrganisation } from '@assay/identity';
import { type AuditLog, type Clock, isoTime } from '@assay/kernel';
import type { AuditReader, KeptRecord } from '@assay/persistence';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { EventStream } from '../../edges/event-stream.js';
import { FailureException, unwrap } from '../../edges/failure-exception.js';
import type { PageQuery } from '../../edges/page.js';
import { AUDIT_LOG, AUDIT_READER, CLOCK } from '../../platform/ports.js';

interface ExportQueryView {
  readonly from?: string;
  readonly until?: string;
  readonly cursor?: string;
}

/** The audit log of an organisation, its export, and the check of the whole. */
@Controller()
export class AuditController {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Directory) private readonly directory: Directory,
    @Inject(AUDIT_LOG) private readonly audit: AuditLog,
    @Inject(AUDIT_READER) private readonly records: AuditReader,
  ) {}

  @Endpoint('listAudit')
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery & { action?: string; subject?: string }) {
    const { limit = 50, ...rest } = query;
    await this.audit.flush();
    const page = await this.records.list({ ...rest, limit, organisationId: caller.organisationId as string });
    const { items, nextCursor } = unwrap(page);
    return { items: items.map(this.#view), nextCursor };
  }

  @Endpoint('verifyAudit')
  async verify(@CurrentCaller() caller: Caller): Promise<AuditVerdict> {
    this.#requireWhole(caller);
    await this.audit.flush();
    return this.records.verify();
  }

  /** A client that goes away ends the verification. */
  @Endpoint('followAuditVerification')
  async follow(@CurrentCaller() caller: Caller, @Res() reply: FastifyReply): Promise<void> {
    this.#requireWhole(caller);
    await this.audit.flush();
    const expected = await this.records.estimate();
    const gone = new AbortController();
    const stream = new EventStream(reply, this.clock);
    stream.onClose(() => gone.abort());
    let sent = 0;
    const tell = (event: AuditProgressView): void => {
      sent += 1;
      stream.send(String(sent), event.kind, event);
    };
    try {
      const onProgress = (checked: number) =>
        tell({ kind: 'progress', checked, expected: Math.max(expected, checked) });
      tell({ kind: 'verdict', verdict: await this.records.verify({ onProgress, signal: gone.signal }) });
    } catch (cause) {
      // The answer has begun: a stream without a verdict is all there is to say to the client, the rest is for the log.
      if (!gone.signal.aborted) throw cause;
    } finally {
      stream.end();
    }
  }

  /** Sent as fast as the client reads. What broke off has no last line of type `end`. */
  @Endpoint('exportAudit')
  async export(
    @CurrentCaller() caller: Caller,
    @Query() query: ExportQueryView,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { clock, directory, audit } = this;
    const organisationId = caller.organisationId as string;
    await audit.flush();
    const exported = await this.records.export({
      organisationId,
      organisation: directory.organisation(organisationId)?.name ?? '',
      now: Math.trunc(clock.now()),
      from: query.from === undefined ? undefined : Date.parse(query.from),
      until: query.until === undefined ? undefined : Date.parse(query.until),
      cursor: query.cursor,
    });
    const { lines } = unwrap(exported);
    await reply
      .header('content-type', 'application/x-ndjson; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(Readable.from(texts(lines())));
  }

  /** Chains carry the records of every organisation, so that the whole is the installation's to check. */
  #requireWhole({ organisationId }: Caller): void {
    if (organisationId === this.directory.organisationNamed(defaultOrganisation)?.id) return;
    throw new FailureException({
      code: 'forbidden',
      message: `The audit log is verified by administrators of "${defaultOrganisation}"; GET /v1/audit/export gives you what it takes to check your own records.`,
    });
  }

  #view = (record: KeptRecord): AuditRecordView => ({
    chain: record.chain,
    sequence: record.sequence,
    at: isoTime(record.at),
    organisation:
      record.organisationId === null ? null : (this.directory.organisation(record.organisationId)?.name ?? null),
    principal: record.principalId === null ? null : (this.directory.principal(record.principalId)?.name ?? null),
    action: record.action,
    subject: record.subject,
    details: record.details,
    previous: record.previous,
    hash: record.hash,
  });
}

/** So much text is sent at once, so that short lines do not cost a turn each. */
const chunkCharacters = 16_384;

async function* texts(lines: AsyncIterable<AuditLine>): AsyncGenerator<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += `${JSON.stringify(line)}\n`;
    if (chunk.length < chunkCharacters) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
