/** Queries, constraints, ranking, learning, selection and token budgets. */
export { type Browse, BrowseTools } from './browse-tools.js';
export type { CandidateSource, CandidateTool, MayCall } from './candidate.js';
export { capabilityRelevance, type RelatedTag, relatedTags, relevanceShares } from './capability-relevance.js';
export { ChangesMeanwhile } from './changes-meanwhile.js';
export { type Choosing, DiscoverTools } from './discover-tools.js';
export type { Embedder } from './embedder.js';
export { type EmbeddingProgress, EmbedMissing } from './embedding/embed-missing.js';
export type { EmbeddingChange, EmbeddingStore, KeptEmbedding, Upkeep } from './embedding/embedding-store.js';
export { embeddingText } from './embedding/embedding-text.js';
export { type DocumentVectors, type LocalEmbedder, LocalEmbedding } from './embedding/local-embedding.js';
export { prefixedEmbedder } from './embedding/prefixed-embedder.js';
export { fromQuantised, lengthOf, quantised } from './embedding/quantised-vector.js';
export { QueryMeaning } from './embedding/query-meaning.js';
export { type EmbeddableTools, ToolVectors } from './embedding/tool-vectors.js';
export { FoundTools } from './found-tools.js';
export { type MultilingualEmbedder, OtherLanguages } from './language/other-languages.js';
export { explore } from './learning/explore.js';
export { LearnFromCalls } from './learning/learn-from-calls.js';
export type { LearningStore } from './learning/learning-store.js';
export { Learnt } from './learning/learnt.js';
export {
  type LearningChange,
  type LearningSetting,
  type LearntOutcome,
  mostOutcomes,
} from './learning/learnt-outcome.js';
export { standings, withLearnt } from './learning/learnt-relevance.js';
export { ManageLearning } from './learning/manage-learning.js';
export type { ReadTerms } from './learning/read-terms.js';
export { RecentSearches } from './learning/recent-searches.js';
export { SharedMemory } from './learning/shared-memory.js';
export { TaskMemory } from './learning/task-memory.js';
export { UseLearning } from './learning/use-learning.js';
export { type IndexReport, MaintainIndex } from './maintain-index.js';
export { MaintainModels, type ModelsReport } from './maintain-models.js';
export { evidenceOf, matchConfidence, minConfidence } from './match-confidence.js';
export { offeredVersion } from './offered-version.js';
export { parameterTexts } from './parameter-texts.js';
export { defaultMinTrust } from './query.js';
export { ManageRules } from './rules/manage-rules.js';
export { maxRules, type Rule, type RuleChange, type RuleStore } from './rules/rule.js';
export { SelectionRules } from './rules/selection-rules.js';
export { SelectTools } from './selection/select-tools.js';
export type { SessionAccounts } from './session-accounts.js';
export { type Draft, type Serialise, TokenBudget } from './token-budget.js';
export { toolDocument } from './tool-document.js';
export {
  type Candidate,
  type DocumentBatches,
  type Facet,
  facets,
  type IndexAnswer,
  type IndexFilter,
  type IndexQuery,
  type IndexSort,
  type IndexStatus,
  stageRank,
  type ToolDocument,
  type ToolIndex,
} from './tool-index.js';
