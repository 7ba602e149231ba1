import type { CheckAnswer, Entry, Manifest, ReviewView, ToolList } from '@assay/contracts';
import type { BrowseTools } from '@assay/discovery';
import { mayCall, renamedWarning, revokedRules, whyItWaits } from '@assay/gateway';
import { type Caller, Directory, hasScope } from '@assay/identity';
import { fail } from '@assay/kernel';
import {
  type CapabilityTree,
  Catalogue,
  checkPublication,
  describeEntry,
  PublishVersion,
  resolveVersion,
  type ShowTrust,
  searchedVersion,
  shownVersion,
  type ToolVersion,
  versionKey,
  versionsWithin,
  visibleVersions,
} from '@assay/registry';
import { Controller, HttpStatus, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Query, RawBody } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf, readCursor, writeCursor } from '../../edges/page.js';
import { BROWSE_TOOLS } from '../discovery/ports.js';
import { heldView } from '../reviews/review-views.js';
import { TRUST_OF } from '../trust/ports.js';
import { signatureOf } from './assay-signature.js';
import { browseOf, needsIndex, type ToolListQuery, writeOffset } from './browse-page.js';
import { HeldEntries } from './held-entries.js';

/** Publishing and reading tools. */
@Controller()
export class ToolsController {
  constructor(
    @Inject(Catalogue) private readonly catalogue: Catalogue,
    @Inject(Directory) private readonly directory: Directory,
    @Inject(PublishVersion) private readonly publishing: PublishVersion,
    @Inject(BROWSE_TOOLS) private readonly browsing: BrowseTools<Caller>,
    @Inject(TRUST_OF) private readonly trustOf: ShowTrust,
    @Inject(HeldEntries) private readonly held: HeldEntries,
  ) {}

  @Endpoint('publishTool')
  async publish(
    @CurrentCaller() caller: Caller,
    @RawBody() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Entry | ReviewView> {
    const published = unwrap(await this.publishing.run(caller, body, null, signatureOf(request)));
    if (published.kind === 'held')
      return heldView(published.review, { directory: this.directory, catalogue: this.catalogue }, reply);
    void reply.status(published.created ? HttpStatus.CREATED : HttpStatus.OK);
    return { ...this.#entry(caller, published.version), findings: [...(published.findings ?? [])] };
  }

  @Endpoint('checkTool')
  check(@CurrentCaller() caller: Caller, @RawBody() body: unknown): Promise<CheckAnswer> {
    return checkPublication(this.publishing, this.catalogue, caller, body);
  }

  @Endpoint('listTools')
  list(@CurrentCaller() caller: Caller, @Query() query: ToolListQuery): ToolList | Promise<ToolList> {
    return needsIndex(query) ? this.#browse(caller, query) : this.#byName(caller, query);
  }

  /** From the index: tools that can be found, with the words, filters, order and counts asked for. */
  async #browse(caller: Caller, query: ToolListQuery): Promise<ToolList> {
    const { catalogue, directory } = this;
    const asked = browseOf(query, (name) => directory.aliases.namespace(name));
    const { ids, next, total, facets, warnings } = unwrap(await this.browsing.browse(asked, caller));
    const versions = ids.map((id) =>
      searchedVersion(visibleVersions(catalogue.tool(id), caller, directory), catalogue.revocations),
    );
    return {
      items: versions.filter((version) => version !== undefined).map((it) => this.#entry(caller, it)),
      nextCursor: next === null ? null : writeOffset(query, next),
      total,
      ...(facets && { facets }),
      ...(warnings && { warnings: [...warnings] }),
    };
  }

  /** From the catalogue: every tool by name, including yanked and quarantined ones. */
  #byName(caller: Caller, query: ToolListQuery): ToolList {
    const { catalogue, directory } = this;
    const limit = query.limit ?? 50;
    const namespace = query.namespace && directory.aliases.namespace(query.namespace);
    const ids = catalogue.sortedIds();
    const shown: ToolVersion[] = [];
    let at = query.cursor === undefined ? 0 : firstAfter(ids, readCursor(query.cursor));
    for (; at < ids.length && shown.length < limit; at += 1) {
      const id = ids[at] as string;
      if (namespace !== undefined && !id.startsWith(`${namespace}/`)) continue;
      const version = shownVersion(visibleVersions(catalogue.tool(id), caller, directory), catalogue.revocations);
      if (version !== undefined && declares(version.manifest, query.capability, catalogue.taxonomy))
        shown.push(version);
    }
    const last = shown.at(-1);
    return {
      items: shown.map((it) => this.#entry(caller, it)),
      nextCursor: at < ids.length && last !== undefined ? writeCursor(last.manifest.name) : null,
    };
  }

  @Endpoint('showTool')
  async show(@CurrentCaller() caller: Caller, @Param('ns') ns: string, @Param('tool') tool: string): Promise<Entry> {
    const visible = visibleVersions(this.catalogue.tool(`${ns}/${tool}`), caller, this.directory);
    const held = visible.length > 0 ? undefined : await this.held.find(caller, `${ns}/${tool}`);
    if (held !== undefined) return held;
    const versions = this.#versions(caller, ns, tool);
    return this.#entry(caller, shownVersion(versions, this.catalogue.revocations) as ToolVersion);
  }

  @Endpoint('listVersions')
  versions(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Query() { range, ...query }: PageQuery & { range?: string },
  ) {
    const versions = inRange(this.#versions(caller, ns, tool), range);
    const { items, nextCursor } = pageOf(versions, query, (it) => it.versionKey);
    return { items: items.map((it) => this.#entry(caller, it)), nextCursor };
  }

  @Endpoint('showVersion')
  async version(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Param('version') version: string,
  ): Promise<Entry> {
    const key = versionKey(version);
    const visible = visibleVersions(this.catalogue.tool(`${ns}/${tool}`), caller, this.directory);
    const isPublished = visible.some((it) => it.versionKey === key);
    const held = isPublished ? undefined : await this.held.find(caller, `${ns}/${tool}`, version);
    if (held !== undefined) return held;
    const found = this.#versions(caller, ns, tool).find((it) => it.versionKey === key);
    return found === undefined
      ? unwrap(fail('not_found', `${ns}/${tool} has no version ${version}.`))
      : this.#entry(caller, found);
  }

  @Endpoint('resolveTool')
  resolve(
    @CurrentCaller() caller: Caller,
    @Param('ns') ns: string,
    @Param('tool') tool: string,
    @Query() { range }: { range?: string },
  ) {
    const calls = hasScope(caller, 'tools:call');
    const { catalogue, directory } = this;
    const whyNot = (version: ToolVersion) => {
      const decision = mayCall(caller, version, directory);
      return !calls || decision.allowed ? whyItWaits(version) : decision.why;
    };
    const revoked = revokedRules(caller, catalogue, directory);
    const resolved = resolveVersion(`${ns}/${tool}`, this.#versions(caller, ns, tool), range, whyNot, revoked);
    const { version, warnings } = unwrap(resolved);
    return { ...this.#entry(caller, version), warnings: [...renamedWarning(`${ns}/${tool}`, version), ...warnings] };
  }

  #versions(caller: Caller, ns: string, tool: string): ToolVersion[] {
    const versions = visibleVersions(this.catalogue.tool(`${ns}/${tool}`), caller, this.directory);
    return versions.length > 0
      ? versions
      : unwrap(fail('not_found', `No tool "${ns}/${tool}": check the name, or search for a tool by what it does.`));
  }

  #entry = (caller: Caller, version: ToolVersion): Entry =>
    describeEntry(version, this.directory, this.trustOf, this.catalogue.revocations, caller);
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

/** Pre-releases lie within a range like any other version: this lists, and chooses nothing. */
function inRange(versions: ToolVersion[], range: string | undefined): ToolVersion[] {
  const isWithin = range === undefined ? () => true : versionsWithin(range);
  if (isWithin !== undefined) return versions.filter((it) => isWithin(it.versionKey));
  return unwrap(
    fail('invalid_request', `"${range}" is not a valid version range: use ^1.2.0, ~1.4, >=1 <3, 1.2.3 or *.`, {
      issues: [{ path: '/query/range', message: 'is not a valid version range' }],
    }),
  );
}

/** Whether a tool declares the capability or one below it, as the index filters by it. */
const declares = ({ capabilities = [] }: Manifest, wanted: string | undefined, tree: CapabilityTree): boolean => {
  if (wanted === undefined) return true;
  const asked = tree.path(wanted).at(-1) ?? wanted;
  return capabilities.some((tag) => tree.path(tag).includes(asked));
};
