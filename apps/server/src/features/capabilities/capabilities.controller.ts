import type {
  CapabilityDetail,
  CapabilityNode,
  ChangeCapability,
  MergeCapability,
  ProposeCapability,
} from '@assay/contracts';
import { type Caller, Directory } from '@assay/identity';
import {
  type Capability,
  Catalogue,
  capabilitiesAbout,
  ManageCapabilities,
  type ToolCounts,
  unknownTag,
} from '@assay/registry';
import { Controller, HttpStatus, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { heldView } from '../reviews/review-views.js';
import { CountedTools } from './tool-counts.js';

/** What tools can do, as a tree. */
@Controller()
export class CapabilitiesController {
  constructor(
    @Inject(CountedTools) private readonly toolCounts: CountedTools,
    @Inject(ManageCapabilities) private readonly capabilities: ManageCapabilities,
    @Inject(Directory) private readonly directory: Directory,
    @Inject(Catalogue) private readonly catalogue: Catalogue,
  ) {}

  @Endpoint('listCapabilities')
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery & { under?: string; query?: string }) {
    const { items, nextCursor } = pageOf(this.#asked(query), query, ({ tag }) => tag);
    const counts = await this.toolCounts.of(caller);
    return { items: items.map((it) => this.#node(it, counts)), nextCursor };
  }

  @Endpoint('showCapability')
  async show(@CurrentCaller() caller: Caller, @Param('tag') tag: string): Promise<CapabilityDetail> {
    return this.#detail(this.#find(tag), caller);
  }

  @Endpoint('proposeCapability')
  async propose(
    @CurrentCaller() caller: Caller,
    @Body() body: ProposeCapability,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const proposed = unwrap(await this.capabilities.propose(caller, body));
    if ('held' in proposed)
      return heldView(proposed.held, { directory: this.directory, catalogue: this.catalogue }, reply);
    void reply.status(HttpStatus.CREATED).header('location', `/v1/capabilities/${proposed.added.tag}`);
    return this.#detail(proposed.added, caller);
  }

  @Endpoint('changeCapability')
  async change(@CurrentCaller() caller: Caller, @Param('tag') tag: string, @Body() body: ChangeCapability) {
    return this.#detail(unwrap(await this.capabilities.change(caller, tag, body)), caller);
  }

  @Endpoint('mergeCapability')
  async merge(@CurrentCaller() caller: Caller, @Param('tag') tag: string, @Body() { into }: MergeCapability) {
    return this.#detail(unwrap(await this.capabilities.merge(caller, tag, into)), caller);
  }

  get #taxonomy() {
    return this.catalogue.taxonomy;
  }

  #asked({ under, query }: { under?: string; query?: string }): readonly Capability[] {
    const root = under === undefined ? undefined : this.#find(under);
    const within = root === undefined ? this.#taxonomy.nodes() : [root, ...this.#taxonomy.nodes(root.tag)];
    return query === undefined ? within : capabilitiesAbout(query, this.#taxonomy).filter((it) => within.includes(it));
  }

  #find(tag: string): Capability {
    return this.#taxonomy.node(tag) ?? unwrap(unknownTag(tag, this.#taxonomy));
  }

  async #detail(node: Capability, caller: Caller): Promise<CapabilityDetail> {
    const counts = await this.toolCounts.of(caller);
    return {
      ...this.#node(node, counts),
      path: [...this.#taxonomy.path(node.tag)],
      below: this.#taxonomy.children(node.tag).map((it) => this.#node(it, counts)),
      alsoKnownAs: this.#taxonomy.mergedInto(node.tag),
    };
  }

  #node = (node: Capability, counts: ToolCounts): CapabilityNode => ({
    tag: node.tag,
    parent: node.parent,
    depth: this.#taxonomy.path(node.tag).length - 1,
    label: node.label,
    description: node.description,
    aliases: [...node.aliases],
    deprecated: node.deprecated,
    children: this.#taxonomy.children(node.tag).length,
    ...counts.of(node.tag),
  });
}
