import {
  type Choosing,
  LearnFromCalls,
  type LearningChange,
  type LearningStore,
  Learnt,
  ManageLearning,
  ManageRules,
  type ReadTerms,
  RecentSearches,
  type RuleChange,
  type RuleStore,
  SelectionRules,
  SelectTools,
  UseLearning,
} from '@assay/discovery';
import type { Caller, Directory, IdentityPorts } from '@assay/identity';
import type { AuditLog, Clock, LanguageModel, LoadTokenCounter, Random } from '@assay/kernel';
import { filterChanges } from './filter-changes.js';

export interface ChoosingParts {
  readonly directory: Directory;
  readonly audit: AuditLog;
  readonly feed: IdentityPorts['feed'];
  readonly clock: Clock;
  readonly random: Random;
  readonly learning: LearningStore;
  readonly rules: RuleStore;
  readonly languageModel: LanguageModel | null;
  readonly readTerms: ReadTerms;
  readonly loadTokens: LoadTokenCounter;
  readonly seesTool: (caller: Caller, tool: string) => boolean;
  /** Days after which outcomes are forgotten. */
  readonly keptDays: number;
  readonly onProblem: (cause: unknown) => void;
}

type ChoosingChange = LearningChange | RuleChange;

/** What discovery does beyond finding: learning from what worked, rules, strategies, token budgets. */
export function buildChoosing(parts: ChoosingParts) {
  const { clock, random, learning: store, readTerms, languageModel: model, loadTokens } = parts;
  const learnt = new Learnt(readTerms);
  const searches = new RecentSearches(clock);
  const rules = new SelectionRules();
  const fromCalls = new LearnFromCalls({ learnt, searches, store, clock, random, onProblem: parts.onProblem });
  const choosing: Choosing<Caller> = {
    organisationOf: ({ organisationId }) => organisationId,
    learning: new UseLearning({
      learnt,
      searches,
      clock,
      random,
      nameNow: (tool) => parts.directory.aliases.tool(tool),
    }),
    strategies: new SelectTools({ rules, model, clock }),
    loadTokens,
  };
  return {
    choosing,
    fromCalls,
    learning: new ManageLearning({ ...parts, learnt, searches, store, unwritten: fromCalls }),
    rules: new ManageRules({ ...parts, rules, store: parts.rules }),
    /** Takes what was learnt, and rules, out of what the change feed tells, and hands the rest on. */
    following: filterChanges<ChoosingChange>(['rule', 'learning-setting', 'learnt-outcome'], (change) => {
      if (change.kind === 'rule') rules.apply(change);
      else learnt.apply(change);
    }),
  };
}
