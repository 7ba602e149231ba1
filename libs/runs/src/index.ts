/** Compositions: plans, notations, checks, estimates, the scheduler, durable runs and sagas. */
export { checkPlan } from './check/check-plan.js';
export type { CodeLookup } from './code/code-calls.js';
export type {
  CodeAnswer,
  CodeCall,
  CodeEnd,
  CodeSandbox,
  CodeSession,
  CodeToRun,
  CodeTurn,
} from './code/code-sandbox.js';
export { declarationsOf, typeOfSchema } from './code/declarations.js';
export type { CallNote, CallNoteStore, NotedCall } from './composites/call-note.js';
export { CheckComposites } from './composites/check-composite.js';
export { CompositeTransport } from './composites/composite-transport.js';
export { ListDependents } from './composites/list-dependents.js';
export { SuspendCalls, suspendedCallRun } from './composites/suspend-calls.js';
export type { Leaving, SuspendedCall, SuspendedCallStore } from './composites/suspended-call.js';
export { LeasedRuns } from './durable/leased-runs.js';
export { readComposedTool } from './notations/composed-tool.js';
export { readToolPlan } from './notations/tool-plan.js';
export { AnswerQuestions } from './questions/answer-questions.js';
export { AskQuestions } from './questions/ask-questions.js';
export {
  maxOpenQuestions,
  type Question,
  type QuestionEnd,
  type QuestionQuery,
  type QuestionStore,
} from './questions/question.js';
export { execute } from './run/execute.js';
export { CheckCompositions } from './runs/check-compositions.js';
export { HeldRuns } from './runs/held-runs.js';
export {
  isOpen as isOpenRun,
  type KeptStep,
  type Run,
  type RunQuery as CompositionRunQuery,
  type RunStore,
  type RunWork,
  runDefaults,
  type TakenRun,
  type Unfinished as UnfinishedRun,
} from './runs/run.js';
export { RunCompositions, type RunContext } from './runs/run-compositions.js';
export { type Counted as CountedRuns, RunMetrics } from './runs/run-metrics.js';
export { ShowRuns } from './runs/show-runs.js';
export { TakeTurns } from './runs/take-turns.js';
export { BeginSagas } from './saga/begin-sagas.js';
export { CarryOutSagas, sagaRun } from './saga/carry-out-sagas.js';
export type { SagaChange } from './saga/changes.js';
export { Consents } from './saga/consents.js';
export { ManageSagas } from './saga/manage-sagas.js';
export { NotifyOfSagas } from './saga/notify-of-sagas.js';
export type { Saga, SagaStep } from './saga/saga.js';
export { isAtRest } from './saga/saga-states.js';
export type { NumberedSagaEvent, SagaQuery, SagaStore } from './saga/saga-store.js';
export { sweepSagas } from './saga/sweep-sagas.js';
export { WakeSagas } from './saga/wake-sagas.js';
