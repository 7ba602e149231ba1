import type {
  CheckedPolicy,
  EvaluatePolicy,
  PolicyDecisionView,
  PolicyTrial,
  PolicyVersionView,
  PolicyView,
  PutPolicy,
  TryPolicy,
} from '@assay/contracts';
import type { Connection, RequestOptions } from './connection.js';
import { type ListQuery, listing } from './listing.js';
import type { PagedList } from './paged-list.js';

/** What has to be so for a change of policies to happen. */
export interface PolicyCondition {
  /** The version that was read: refused when there is another one by now. */
  readonly ifVersion?: number;
  /** Only when there are none of this id yet. */
  readonly ifNew?: boolean;
}

/** Policies of your organisation, in Cedar: what may be called, and what needs a person's approval. */
export class Policies {
  constructor(private readonly connection: Connection) {}

  list(query: ListQuery<'listPolicies'> = {}, options?: RequestOptions): PagedList<PolicyView> {
    return listing(this.connection, 'listPolicies', { query }, options);
  }

  get(id: string, options?: RequestOptions): Promise<PolicyView> {
    return this.connection.request('getPolicy', { path: { id } }, options);
  }

  put(id: string, policy: PutPolicy, condition: PolicyCondition = {}, options?: RequestOptions): Promise<PolicyView> {
    return this.connection.request('putPolicy', { path: { id }, body: policy, headers: headersOf(condition) }, options);
  }

  remove(id: string, condition: Pick<PolicyCondition, 'ifVersion'> = {}, options?: RequestOptions): Promise<void> {
    return this.connection.request('deletePolicy', { path: { id }, headers: headersOf(condition) }, options);
  }

  /** Newest first. */
  versions(
    id: string,
    query: ListQuery<'listPolicyVersions'> = {},
    options?: RequestOptions,
  ): PagedList<PolicyVersionView> {
    return listing(this.connection, 'listPolicyVersions', { path: { id }, query }, options);
  }

  /** Fails with everything that is wrong with the text. */
  check(text: string, options?: RequestOptions): Promise<CheckedPolicy> {
    return this.connection.request('checkPolicy', { body: { text } }, options);
  }

  /** What would be decided of a call; nothing is called. */
  evaluate(call: EvaluatePolicy, options?: RequestOptions): Promise<PolicyDecisionView> {
    return this.connection.request('evaluatePolicy', { body: call }, options);
  }

  /** What a text would have decided of recorded calls. */
  try(trial: TryPolicy, options?: RequestOptions): Promise<PolicyTrial> {
    return this.connection.request('tryPolicy', { body: trial }, options);
  }

  /** The Cedar schema that policies are checked against. */
  async schema(options?: RequestOptions): Promise<string> {
    return (await this.connection.request('getPolicySchema', {}, options)).schema;
  }
}

const headersOf = ({ ifVersion, ifNew }: PolicyCondition): Record<string, string> => ({
  ...(ifVersion !== undefined && { 'if-match': `"${ifVersion}"` }),
  ...(ifNew && { 'if-none-match': '*' }),
});
