import type { CreateMirror, MirrorView } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { FollowMirrors, ManageMirrors, type Mirror, type RegistryServerStore } from '@assay/importing';
import { isoTime, isoTimeOrNull } from '@assay/kernel';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { REGISTRY_SERVER_STORE } from '../../platform/ports.js';

/** Other registries that this one follows. */
@Controller()
export class MirrorsController {
  constructor(
    @Inject(ManageMirrors) private readonly mirrors: ManageMirrors,
    @Inject(FollowMirrors) private readonly following: FollowMirrors,
    @Inject(REGISTRY_SERVER_STORE) private readonly servers: RegistryServerStore,
  ) {}

  @Endpoint('listMirrors')
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const mirrors = unwrap(await this.mirrors.list(caller));
    const { items, nextCursor } = pageOf(mirrors, query, (it) => it.id);
    return { items: await Promise.all(items.map((it) => this.#view(it))), nextCursor };
  }

  /** The first walk sets out at once; its progress is shown by the mirror. */
  @Endpoint('createMirror')
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateMirror): Promise<MirrorView> {
    const mirror = unwrap(await this.mirrors.add(caller, body));
    void this.following.soon(mirror.id);
    return this.#view(mirror);
  }

  @Endpoint('showMirror')
  async show(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<MirrorView> {
    return this.#view(unwrap(await this.mirrors.find(caller, id)));
  }

  @Endpoint('syncMirror')
  async sync(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<MirrorView> {
    const mirror = unwrap(await this.mirrors.find(caller, id));
    void this.following.soon(mirror.id);
    return this.#view(mirror);
  }

  @Endpoint('deleteMirror')
  async remove(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    unwrap(await this.mirrors.remove(caller, id));
  }

  async #view(mirror: Mirror): Promise<MirrorView> {
    const { id, url, everyMs, syncedTo, nextAt, failures, error, skipped, skippedExample } = mirror;
    return {
      id,
      url,
      everySeconds: everyMs / 1_000,
      state: stateOf(mirror),
      servers: await this.servers.countFrom(id),
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
