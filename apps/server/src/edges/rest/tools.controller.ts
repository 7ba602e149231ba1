import type { CheckAnswer, Entry, Manifest } from '@assay/contracts';
import {
  type Caller,
  checkPublication,
  describeEntry,
  fail,
  hasScope,
  mayCall,
  resolveVersion,
  type ToolVersion,
  versionKey,
  visibleVersions,
} from '@assay/core';
import { Controller, HttpStatus, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Domain } from '../../wiring/domain.js';
import { unwrap } from '../failure-exception.js';
import { CurrentCaller } from './caller-guard.js';
import { Query, RawBody } from './checked.js';
import { Endpoint } from './endpoint.js';
import { type PageQuery, pageOf, readCursor, writeCursor } from './page.js';
import { DOMAIN } from './tokens.js';

/** Publishing and reading tools. */
@Controller()
export class ToolsController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Endpoint('publishTool')
  async publish(
    @CurrentCaller() caller: Caller,
    @RawBody() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Entry> {
    const { version, created } = unwrap(await this.domain.publish.run(caller, body));
    void reply.status(created ? HttpStatus.CREATED : HttpStatus.OK);
    return this.#entry(version);
  }

  @Endpoint('checkTool')
  check(@CurrentCaller() caller: Caller, @RawBody() body: unknown): CheckAnswer {
    return checkPublication(this.domain.publish, this.domain.catalogue, caller, body);
  }

  @Endpoint('listTools')
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery & { namespace?: string; capability?: string }) {
    const { catalogue, directory } = this.domain;
    const limit = query.limit ?? 50;
    const ids = catalogue.sortedIds();
    const shown: ToolVersion[] = [];
    let at = query.cursor === undefined ? 0 : firstAfter(ids, readCursor(query.cursor));
    for (; at < ids.length && shown.length < limit; at += 1) {
      const id = ids[at] as string;
      if (query.namespace !== undefined && !id.startsWith(`${query.namespace}/`)) continue;
      const newest = visibleVersions(catalogue.tool(id), caller, directory)[0];
      if (newest !== undefined && hasCapability(newest.manifest, query.capability)) shown.push(newest);
    }
    const last = shown.at(-1);
    return {
      items: shown.map((it) => this.#entry(it)),
      nextCursor: at < ids.length && last !== undefined ? writeCursor(last.manifest.name) : null,
    };
  }

  @Endpoint('showTool')
  show(@CurrentCaller() caller: Caller, @Param('ns') ns: string, @Param('tool') tool: string): Entry {
    return this.#entry(this.#versions(caller, ns, tool)[0] as ToolVersion);
  }

  @Endpoint('listVersions')
  versions(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Query() query: PageQuery,
  ) {
    const { items, nextCursor } = pageOf(this.#versions(caller, ns, tool), query, (it) => it.versionKey);
    return { items: items.map((it) => this.#entry(it)), nextCursor };
  }

  @Endpoint('showVersion')
  version(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Param('version') version: string,
  ): Entry {
    const key = versionKey(version);
    const found = this.#versions(caller, ns, tool).find((it) => it.versionKey === key);
    return found === undefined
      ? unwrap(fail('not_found', `${ns}/${tool} has no version ${version}.`))
      : this.#entry(found);
  }

  @Endpoint('resolveTool')
  resolve(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Query() { range }: { range?: string },
  ) {
    const calls = hasScope(caller, 'tools:call');
    const resolved = resolveVersion(`${ns}/${tool}`, this.#versions(caller, ns, tool), range, (version) => {
      const decision = mayCall(caller, version, this.domain.directory);
      return !calls || decision.allowed ? null : decision.why;
    });
    const { version, warnings } = unwrap(resolved);
    return { ...this.#entry(version), warnings };
  }

  #versions(caller: Caller, ns: string, tool: string): ToolVersion[] {
    const versions = visibleVersions(this.domain.catalogue.tool(`${ns}/${tool}`), caller, this.domain.directory);
    return versions.length > 0
      ? versions
      : unwrap(fail('not_found', `No tool "${ns}/${tool}": check the name, or search for a tool by what it does.`));
  }

  #entry = (version: ToolVersion): Entry => describeEntry(version, this.domain.directory, this.domain.trustOf);
}

/** First position in the sorted names behind `name`, whether or not it is still there. */
function firstAfter(sorted: readonly string[], name: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as string) <= name) low = middle + 1;
    else high = middle;
  }
  return low;
}

const hasCapability = ({ capabilities = [] }: Manifest, wanted: string | undefined): boolean =>
  wanted === undefined || capabilities.some((it) => it === wanted || it.startsWith(`${wanted}.`));
