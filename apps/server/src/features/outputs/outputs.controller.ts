import type {
  CompactedSession,
  CompactSession,
  Forgotten,
  KeptMemoryView,
  KeptOutputView,
  MemoryLayer,
  SessionTokensView,
  SessionWindow,
} from '@assay/contracts';
import { CompactSessions, type ModelWindow, ReadKept, SessionTokens } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { fail } from '@assay/kernel';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import type { PageQuery } from '../../edges/page.js';
import { positionOf, timedPage } from '../../edges/timed-page.js';
import { keptView, memoryView } from './output-views.js';

interface Part {
  readonly range?: string;
  readonly at?: string;
}
interface MemoryFilter {
  readonly layer?: MemoryLayer;
  readonly session?: string;
  readonly tool?: string;
}
type WindowQuery = Omit<ModelWindow, 'window'> & { readonly window?: number };

/** Results kept for their caller, and what results took of a model's context. */
@Controller()
export class OutputsController {
  constructor(
    @Inject(ReadKept) private readonly kept: ReadKept,
    @Inject(SessionTokens) private readonly sessions: SessionTokens,
    @Inject(CompactSessions) private readonly compacting: CompactSessions,
  ) {}

  @Endpoint('listOutputs')
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const found = unwrap(await this.kept.list(caller, 'pointer', positionOf(query)));
    const { items, nextCursor } = timedPage(found, query);
    return { items: items.map(keptView), nextCursor };
  }

  @Endpoint('readOutput')
  async read(@CurrentCaller() caller: Caller, @Param('id') id: string, @Query() part: Part): Promise<KeptOutputView> {
    const { output, slice } = unwrap(await this.kept.read(caller, 'pointer', id, part));
    return { ...keptView(output), ...slice };
  }

  @Endpoint('deleteOutput')
  async remove(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    unwrap(await this.kept.remove(caller, 'pointer', id));
  }

  @Endpoint('listMemory')
  async memories(
    @CurrentCaller() caller: Caller,
    @Query() { layer, session, tool, ...page }: PageQuery & MemoryFilter,
  ) {
    const wanted = { ...positionOf(page), layer, session, tool };
    const { items, nextCursor } = timedPage(unwrap(await this.kept.list(caller, 'memory', wanted)), page);
    return { items: items.map(memoryView), nextCursor };
  }

  @Endpoint('readMemory')
  async memory(@CurrentCaller() caller: Caller, @Param('id') id: string, @Query() part: Part): Promise<KeptMemoryView> {
    const { output, slice } = unwrap(await this.kept.read(caller, 'memory', id, part));
    return { ...memoryView(output), ...slice };
  }

  @Endpoint('forgetMemory')
  async forget(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    unwrap(await this.kept.remove(caller, 'memory', id));
  }

  @Endpoint('forgetAllMemory')
  async forgetAll(@CurrentCaller() caller: Caller): Promise<Forgotten> {
    return { forgotten: unwrap(await this.kept.removeAll(caller, 'memory')) };
  }

  @Endpoint('showSessionTokens')
  async tokens(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() { window, ...shares }: WindowQuery,
  ): Promise<SessionTokensView> {
    if (window === undefined && Object.keys(shares).length > 0) return unwrap(withoutWindow);
    const asked = window === undefined ? undefined : { window, ...shares };
    return unwrap(await this.sessions.read(caller, id, asked));
  }

  @Endpoint('setSessionWindow')
  async setWindow(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() window: SessionWindow,
  ): Promise<SessionTokensView> {
    return unwrap(await this.sessions.setWindow(caller, id, window));
  }

  @Endpoint('compactSession')
  async compact(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() wish: CompactSession,
  ): Promise<CompactedSession> {
    return unwrap(await this.compacting.run(caller, id, wish));
  }
}

const withoutWindow = fail('invalid_request', 'An account is drawn up of a whole: name the window, too.', {
  issues: [{ path: '/query/window', message: 'must be given with what is taken of it' }],
});
