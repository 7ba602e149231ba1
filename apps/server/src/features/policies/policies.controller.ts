import type {
  CheckedPolicy,
  CheckPolicy,
  EvaluatePolicy,
  PolicyDecisionView,
  PolicyTrial,
  PolicyVersionView,
  PolicyView,
  PutPolicy,
  TryPolicy,
} from '@assay/contracts';
import {
  EvaluatePolicies,
  ManagePolicies,
  type Policy,
  type PolicyEngine,
  type PolicyInForce,
  TryPolicies,
} from '@assay/gateway';
import { type Caller, Directory } from '@assay/identity';
import { digestText, isoTime } from '@assay/kernel';
import { Controller, HttpStatus, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body, Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { etagOf, expectedVersion } from '../../edges/entity-tag.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { POLICY_ENGINE } from '../../platform/ports.js';
import { policyNamed } from './policy-name.js';

/** What may be called, what needs a person's approval, and what is denied. */
@Controller()
export class PoliciesController {
  constructor(
    @Inject(ManagePolicies) private readonly policies: ManagePolicies,
    @Inject(EvaluatePolicies) private readonly evaluating: EvaluatePolicies,
    @Inject(TryPolicies) private readonly trying: TryPolicies,
    @Inject(POLICY_ENGINE) private readonly engine: PolicyEngine,
    @Inject(Directory) private readonly directory: Directory,
  ) {}

  @Endpoint('listPolicies')
  list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    const { items, nextCursor } = pageOf(this.policies.list(caller), query, (it) => it.name);
    return { items: items.map(this.#view), nextCursor };
  }

  @Endpoint('getPolicy')
  get(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): PolicyView {
    const found = unwrap(this.policies.get(caller, id));
    void reply.header('etag', etagOf(found.version));
    return this.#view(found);
  }

  @Endpoint('putPolicy')
  async put(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: PutPolicy,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PolicyView> {
    const manage = this.policies;
    const expected = unwrap(expectedVersion(request.headers));
    const { policy, isNew } = unwrap(await manage.put(caller, unwrap(policyNamed(id)), body, expected));
    void reply.status(isNew ? HttpStatus.CREATED : HttpStatus.OK).header('etag', etagOf(policy.version));
    return this.#view(policy);
  }

  @Endpoint('deletePolicy')
  async remove(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const expected = unwrap(expectedVersion(request.headers));
    unwrap(await this.policies.remove(caller, id, expected));
  }

  @Endpoint('listPolicyVersions')
  async versions(@CurrentCaller() caller: Caller, @Param('id') id: string, @Query() query: PageQuery) {
    const found = unwrap(await this.policies.versions(caller, id));
    const { items, nextCursor } = pageOf(found, query, (it) => String(it.version).padStart(10, '0'));
    return { items: items.map(this.#version), nextCursor };
  }

  @Endpoint('checkPolicy')
  check(@Body() { text }: CheckPolicy): CheckedPolicy {
    const statements = unwrap(this.policies.check(text));
    return {
      ok: true,
      statements: statements.map(({ name, effect, asksApproval, obligation, actions, reads }) => ({
        id: name,
        effect,
        decision: effect === 'permit' ? 'allow' : asksApproval ? 'require_approval' : 'deny',
        obligation,
        actions: [...actions],
        arguments: reads.arguments === 'all' || reads.arguments.size > 0,
      })),
    };
  }

  @Endpoint('evaluatePolicy')
  async evaluate(@CurrentCaller() caller: Caller, @Body() body: EvaluatePolicy): Promise<PolicyDecisionView> {
    const { decision, version, findings } = unwrap(await this.evaluating.run(caller, body));
    const { verdict, digest, why } = decision;
    return {
      ...{ verdict, digest, why, policies: [...decision.policies] },
      obligation: decision.obligation ?? null,
      masks: decision.masks === undefined || decision.masks === 'all' ? (decision.masks ?? null) : [...decision.masks],
      findings: [...findings],
      tool: version.manifest.name,
      version: version.version,
      failed: [...decision.failed],
    };
  }

  @Endpoint('tryPolicy')
  async tryOut(@CurrentCaller() caller: Caller, @Body() body: TryPolicy): Promise<PolicyTrial> {
    return unwrap(await this.trying.run(caller, body));
  }

  @Endpoint('getPolicySchema')
  schema(): { schema: string } {
    return { schema: this.engine.schema };
  }

  #by = (id: string | null): string | null => (id === null ? null : (this.directory.principal(id)?.name ?? id));

  #view = ({ name, version, text, description, digest, shipped, changedAt, changedBy }: PolicyInForce): PolicyView => ({
    id: name,
    version,
    text,
    description,
    digest,
    shipped,
    changedAt: changedAt === null ? null : isoTime(changedAt),
    changedBy: this.#by(changedBy),
  });

  #version = ({ version, text, description, changedAt, changedBy }: Policy): PolicyVersionView => ({
    version,
    text,
    description,
    digest: text === null ? null : digestText(text),
    changedAt: isoTime(changedAt),
    changedBy: this.#by(changedBy),
  });
}
