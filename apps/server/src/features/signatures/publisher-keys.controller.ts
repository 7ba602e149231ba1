import type { CreatePublisherKey, PublisherKeyView } from '@assay/contracts';
import { type Caller, Directory } from '@assay/identity';
import { isoTime, isoTimeOrNull } from '@assay/kernel';
import { ManagePublisherKeys, type PublisherKey } from '@assay/registry';
import { Controller, HttpStatus, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';

/** Keys by which the owners of a namespace sign what they publish. */
@Controller()
export class PublisherKeysController {
  constructor(
    @Inject(ManagePublisherKeys) private readonly publisherKeys: ManagePublisherKeys,
    @Inject(Directory) private readonly directory: Directory,
  ) {}

  @Endpoint('listPublisherKeys')
  async list(@CurrentCaller() caller: Caller, @Param('ns') ns: string, @Query() query: PageQuery) {
    const keys = unwrap(await this.publisherKeys.list(caller, ns));
    const { items, nextCursor } = pageOf(keys, query, (it) => it.keyId);
    return { items: items.map((it) => this.#view(it)), nextCursor };
  }

  @Endpoint('addPublisherKey')
  async add(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Body() body: CreatePublisherKey,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PublisherKeyView> {
    const { key, created } = unwrap(await this.publisherKeys.add(caller, ns, body));
    void reply.status(created ? HttpStatus.CREATED : HttpStatus.OK);
    return this.#view(key);
  }

  @Endpoint('retirePublisherKey')
  async retire(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('keyId') keyId: string,
  ): Promise<PublisherKeyView> {
    return this.#view(unwrap(await this.publisherKeys.retire(caller, ns, keyId)));
  }

  #view = (key: PublisherKey): PublisherKeyView => publisherKeyView(key, this.directory);
}

export const publisherKeyView = (key: PublisherKey, directory: Directory): PublisherKeyView => {
  const creator = key.createdBy === null ? undefined : directory.principal(key.createdBy);
  return {
    keyId: key.keyId,
    algorithm: 'Ed25519',
    publicKey: key.publicKey,
    title: key.title,
    createdAt: isoTime(key.createdAt),
    createdBy: creator === undefined ? 'service:assay' : `${creator.kind}:${creator.name}`,
    retiredAt: isoTimeOrNull(key.retiredAt),
  };
};
