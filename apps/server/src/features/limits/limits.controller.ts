import { type LimitName, type LimitRuleView, type LimitView, limitNames, type SetLimit } from '@assay/contracts';
import {
  type LimitRule,
  type LimitStanding,
  limitTable,
  ManageLimits,
  ReadLimits,
  shownOf,
  unitOf,
} from '@assay/gateway';
import { type Caller, Directory } from '@assay/identity';
import { fail, isoTime } from '@assay/kernel';
import { ReadUsage, type UsageAsked } from '@assay/trust';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf, readCursor, writeCursor } from '../../edges/page.js';

type UsageQuery = PageQuery & Omit<UsageAsked, 'after' | 'limit'>;

const defaultUsageLimit = 50;

/** How much may be called and published, and how much was. */
@Controller()
export class LimitsController {
  constructor(
    @Inject(ReadLimits) private readonly reading: ReadLimits,
    @Inject(ManageLimits) private readonly managing: ManageLimits,
    @Inject(ReadUsage) private readonly readUsage: ReadUsage,
    @Inject(Directory) private readonly directory: Directory,
  ) {}

  @Endpoint('listLimits')
  async list(@CurrentCaller() caller: Caller, @Query() { tool, ...page }: PageQuery & { tool?: string }) {
    const found = unwrap(await this.reading.run(caller, tool));
    const { items, nextCursor } = pageOf(found, page, (it) => `${it.name} ${it.subject}`);
    return { items: items.map(limitView), nextCursor };
  }

  @Endpoint('listLimitRules')
  rules(@CurrentCaller() caller: Caller, @Query() { name, ...page }: PageQuery & { name?: LimitName }) {
    const { items, nextCursor } = pageOf(this.managing.list(caller, name), page, (it) => it.id);
    return { items: items.map((it) => this.#rule(it, caller)), nextCursor };
  }

  @Endpoint('setLimit')
  async set(
    @CurrentCaller() caller: Caller,
    @Param('name') name: string,
    @Param('subject') subject: string,
    @Body() body: SetLimit,
  ): Promise<LimitRuleView> {
    return this.#rule(unwrap(await this.managing.set(caller, limitNamed(name), subject, body)), caller);
  }

  @Endpoint('clearLimit')
  async clear(
    @CurrentCaller() caller: Caller,
    @Param('name') name: string,
    @Param('subject') subject: string,
  ): Promise<void> {
    unwrap(await this.managing.clear(caller, limitNamed(name), subject));
  }

  @Endpoint('listUsage')
  async usage(@CurrentCaller() caller: Caller, @Query() { cursor, limit = defaultUsageLimit, ...asked }: UsageQuery) {
    const after = cursor === undefined ? null : readCursor(cursor);
    const { items, next } = unwrap(await this.readUsage.run(caller, { ...asked, after, limit }));
    return { items, nextCursor: next === null ? null : writeCursor(next) };
  }

  /** People are named within their own organisation only. */
  #rule(rule: LimitRule, caller: Caller): LimitRuleView {
    const by = rule.setBy === null ? undefined : this.directory.principal(rule.setBy);
    return {
      name: rule.name,
      subject: this.managing.subjectName(rule),
      unit: unitOf(rule.name),
      limit: shownOf(rule.name, rule.limit),
      windowSeconds: limitTable[rule.name].window.ms / 1_000,
      reason: rule.reason,
      setAt: isoTime(rule.setAt),
      setBy: by?.organisationId === caller.organisationId ? by.name : null,
    };
  }
}

function limitNamed(name: string): LimitName {
  const known = limitNames.find((it) => it === name);
  return known ?? unwrap(fail('not_found', `There is no limit "${name}": there are ${limitNames.join(', ')}.`));
}

const limitView = ({ windowMs, ...standing }: LimitStanding): LimitView => ({
  ...standing,
  unit: unitOf(standing.name),
  limit: shownOf(standing.name, standing.limit),
  left: shownOf(standing.name, standing.left),
  windowSeconds: windowMs / 1_000,
});
