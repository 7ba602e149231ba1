import type { CreateMirror, MirrorView } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import type { Mirror } from '@assay/importing';
import { isoTime, isoTimeOrNull } from '@assay/kernel';
import { Controller, Inject, Param } from '@nestjs/common';
import type { Domain } from '../../domain.js';
import { unwrap } from '../../edges/failure-exception.js';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { DOMAIN } from '../../edges/tokens.js';

/** Other registries that this one follows. */
@Controller()
export class MirrorsController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Endpoint('listMirrors')
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const mirrors = unwrap(await this.domain.mirroring.manage.list(caller));
    const { items, nextCursor } = pageOf(mirrors, query, (it) => it.id);
    return { items: await Promise.all(items.map((it) => this.#view(it))), nextCursor };
  }

  /** The first walk sets out at once; its progress is shown by the mirror. */
  @Endpoint('createMirror')
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateMirror): Promise<MirrorView> {
    const mirror = unwrap(await this.domain.mirroring.manage.add(caller, body));
    this.domain.mirroring.soon(mirror.id);
    return this.#view(mirror);
  }

  @Endpoint('showMirror')
  async show(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<MirrorView> {
    return this.#view(unwrap(await this.domain.mirroring.manage.find(caller, id)));
  }

  @Endpoint('syncMirror')
  async sync(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<MirrorView> {
    const mirror = unwrap(await this.domain.mirroring.manage.find(caller, id));
    this.domain.mirroring.soon(mirror.id);
    return this.#view(mirror);
  }

  @Endpoint('deleteMirror')
  async remove(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    unwrap(await this.domain.mirroring.manage.remove(caller, id));
  }

  async #view(mirror: Mirror): Promise<MirrorView> {
    const { id, url, everyMs, syncedTo, nextAt, failures, error, skipped, skippedExample } = mirror;
    return {
      id,
      url,
      everySeconds: everyMs / 1_000,
      state: stateOf(mirror),
      servers: await this.domain.registryServers.countFrom(id),
      syncedTo,
      lastSuccessAt: isoTimeOrNull(mirror.lastSuccessAt),
      lastAttemptAt: isoTimeOrNull(mirror.lastAttemptAt),
      nextAt: isoTime(nextAt),
      failures,
      error,
      skipped,
      skippedExample,
      createdAt: isoTime(mirror.createdAt),
    };
  }
}

function stateOf({ failures, walk, lastSuccessAt }: Mirror): MirrorView['state'] {
  if (failures > 0) return 'failing';
  if (walk !== null) return 'walking';
  return lastSuccessAt === null ? 'waiting' : 'following';
}
