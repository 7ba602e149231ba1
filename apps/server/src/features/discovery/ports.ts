import type { BrowseTools, CandidateSource, Choosing, DiscoverTools, MayCall, SessionAccounts } from '@assay/discovery';
import type { Caller } from '@assay/identity';
import type { ContentRules } from '@assay/kernel';
import { port } from '../../platform/provide.js';
import type { Embedding } from './embedding.js';

/** What discovery reads of the tools that the index found. */
export const CANDIDATES = port<CandidateSource<Caller>>('candidates');
/** What discovery does beyond finding: learning from what worked, rules, strategies, token budgets. */
export const CHOOSING = port<Choosing<Caller>>('choosing');
/** What learning removes from tasks before it stores them. */
export const TASK_CONTENT = port<Pick<ContentRules, 'personal' | 'secrets'>>('task content');
/** Search by meaning; undefined without an embedder. */
export const EMBEDDING = port<Embedding>('embedding');
/** The policies' verdicts on tools. */
export const POLICY_GATE = port<MayCall<Caller>>('policy gate');
/** What sessions have left for responses. */
export const SESSION_ACCOUNTS = port<SessionAccounts<Caller>>('session accounts');
export const DISCOVER_TOOLS = port<DiscoverTools<Caller>>('discover tools');
export const BROWSE_TOOLS = port<BrowseTools<Caller>>('browse tools');
