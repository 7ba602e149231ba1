import type { AlertView, RaiseAlert } from '@assay/contracts';
import { type Caller, Directory } from '@assay/identity';
import { isoTime, isUuid } from '@assay/kernel';
import { RaiseAlert as RaiseAlertUseCase, type SecurityAlert } from '@assay/trust';
import { Controller, Inject } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { badCursor, type PageQuery, readCursor, writeCursor } from '../../edges/page.js';

const defaultLimit = 50;

/** Security alerts against tools. */
@Controller()
export class AlertsController {
  constructor(
    @Inject(Directory) private readonly directory: Directory,
    @Inject(RaiseAlertUseCase) private readonly alerts: RaiseAlertUseCase,
  ) {}

  @Endpoint('raiseAlert')
  async raise(@CurrentCaller() caller: Caller, @Body() body: RaiseAlert): Promise<AlertView> {
    return this.#view(unwrap(await this.alerts.run(caller, body)));
  }

  @Endpoint('listAlerts')
  async list(@CurrentCaller() caller: Caller, @Query() { cursor, limit = defaultLimit }: PageQuery) {
    const after = cursor === undefined ? {} : { after: readId(cursor) };
    const found = await this.alerts.list(caller, { limit: limit + 1, ...after });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map(this.#view),
      nextCursor: found.length > limit && last !== undefined ? writeCursor(last.id) : null,
    };
  }

  #view = (alert: SecurityAlert): AlertView => {
    const { directory } = this;
    const { organisationId, raisedAt, raisedBy, settledAt, revocationId, ...shown } = alert;
    return {
      ...shown,
      raisedAt: isoTime(raisedAt),
      raisedBy: directory.principal(raisedBy)?.name ?? 'unknown',
      organisation: directory.organisation(organisationId)?.name ?? 'unknown',
      settled: settledAt !== null,
      revocation: revocationId,
    };
  };
}

function readId(cursor: string): string {
  const id = readCursor(cursor);
  if (!isUuid(id)) throw badCursor();
  return id;
}
