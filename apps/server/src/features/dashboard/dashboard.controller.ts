import type { Caller } from '@assay/identity';
import type { Clock } from '@assay/kernel';
import { type DashboardAsked, type DashboardGroupsAsked, ReadDashboard } from '@assay/trust';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { OpenStreams } from '../../edges/open-streams.js';
import { badCursor, type PageQuery, readCursor, writeCursor } from '../../edges/page.js';
import { CLOCK } from '../../platform/ports.js';
import { dashboardChanges } from './dashboard-changes.js';

type GroupsQuery = PageQuery & Omit<DashboardGroupsAsked, 'after' | 'limit'>;

const defaultLimit = 50;
const limits = Object.freeze({
  ...{ all: 256, own: 8 },
  ...{ message: 'Too many clients follow dashboards: try again later.', retryAfterMs: 5_000 },
});

/** Figures of calls. */
@Controller()
export class DashboardController {
  readonly #streams: OpenStreams;

  constructor(
    @Inject(ReadDashboard) readonly reading: ReadDashboard,
    @Inject(CLOCK) readonly clock: Clock,
  ) {
    this.#streams = new OpenStreams(limits, clock);
  }

  @Endpoint('showDashboard')
  async show(@CurrentCaller() caller: Caller, @Query() asked: DashboardAsked) {
    return unwrap(await this.reading.show(caller, asked));
  }

  @Endpoint('listDashboardGroups')
  async groups(@CurrentCaller() caller: Caller, @Query() { cursor, limit = defaultLimit, ...asked }: GroupsQuery) {
    const after = cursor === undefined ? null : groupOf(readCursor(cursor));
    const { items, next } = unwrap(await this.reading.groups(caller, { ...asked, after, limit }));
    return { items, nextCursor: next === null ? null : writeCursor(`${next.value} ${next.group}`) };
  }

  @Endpoint('listTrustMovers')
  async movers(@CurrentCaller() caller: Caller, @Query() asked: DashboardAsked) {
    return { items: unwrap(await this.reading.trustMovers(caller, asked)) };
  }

  @Endpoint('followDashboard')
  async follow(
    @CurrentCaller() caller: Caller,
    @Query() asked: DashboardAsked,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // A filter that is not possible is answered before the stream begins.
    unwrap(await this.reading.mark(caller, asked));
    await this.#streams.follow(caller.principalId, reply, async (stream, signal) => {
      let number = 0;
      for await (const event of dashboardChanges({ caller, asked }, this, signal))
        stream.send(String(++number), 'counted', event);
    });
  }
}

function groupOf(text: string): { readonly value: number; readonly group: string } {
  const [, value, group] = /^(\d+(?:\.\d+)?(?:e-\d+)?) (.*)$/s.exec(text) ?? [];
  if (value === undefined || group === undefined) throw badCursor();
  return { value: Number(value), group };
}
