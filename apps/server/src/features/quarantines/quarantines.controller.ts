import type { QuarantineView, ResolveQuarantine } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { ManageQuarantines, type ShownQuarantine } from '@assay/importing';
import { type Clock, isoTime, isoTimeOrNull, isUuid, startDeadline } from '@assay/kernel';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { badCursor, type PageQuery, readCursor, writeCursor } from '../../edges/page.js';
import { CLOCK } from '../../platform/ports.js';

const defaultLimit = 50;
/** How long looking at an upstream may take. */
const lookWithinMs = 30_000;

type ListQuery = PageQuery & { readonly state?: 'open' | 'released'; readonly tool?: string };

/** Versions that wait because their upstream's definition is another one now. */
@Controller()
export class QuarantinesController {
  constructor(
    @Inject(ManageQuarantines) private readonly quarantines: ManageQuarantines,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Endpoint('listQuarantines')
  async list(@CurrentCaller() caller: Caller, @Query() { cursor, limit = defaultLimit, state, tool }: ListQuery) {
    const after = cursor === undefined ? undefined : readId(cursor);
    const found = await this.quarantines.list(caller, {
      limit: limit + 1,
      ...(after !== undefined && { after }),
      ...(state !== undefined && { state }),
      ...(tool !== undefined && { tool }),
    });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map(quarantineView),
      nextCursor: found.length > limit && last !== undefined ? writeCursor(last.quarantine.id) : null,
    };
  }

  @Endpoint('showQuarantine')
  async show(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<QuarantineView> {
    return quarantineView(unwrap(await this.quarantines.find(caller, id)));
  }

  @Endpoint('resolveQuarantine')
  async resolve(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: ResolveQuarantine,
  ): Promise<QuarantineView> {
    const deadline = startDeadline(this.clock, lookWithinMs);
    try {
      return quarantineView(unwrap(await this.quarantines.resolve(caller, id, body, deadline)));
    } finally {
      deadline.end();
    }
  }
}

function readId(cursor: string): string {
  const id = readCursor(cursor);
  if (!isUuid(id)) throw badCursor();
  return id;
}

export const quarantineView = ({ quarantine, version }: ShownQuarantine): QuarantineView => ({
  id: quarantine.id,
  tool: `${version.namespace}/${version.tool}`,
  version: version.version,
  kind: quarantine.kind,
  state: quarantine.releasedAt === null ? 'open' : 'released',
  since: isoTime(quarantine.since),
  finding: quarantine.finding,
  server: quarantine.server,
  upstreamTool: quarantine.upstreamTool,
  pinnedDigest: quarantine.pinnedDigest,
  observedDigest: quarantine.observedDigest,
  diff: [...quarantine.diff],
  diffIsComplete: quarantine.diffIsComplete,
  observedAt: isoTime(quarantine.observedAt),
  releasedAt: isoTimeOrNull(quarantine.releasedAt),
  releasedBecause: quarantine.releasedBecause,
  successor: quarantine.successor,
});
