/** Starts commands in a sandbox of their own, with limits and a guarded network. */
export type { CallRules } from './calls/call-filter.js';
export { type ExplainedFailure, explainFailure, type FailureEvidence } from './explain-failure.js';
export type { IsolatedCommand, IsolatedProcess, RunResult } from './isolated-process.js';
export { type Isolation, openIsolation } from './isolation.js';
export type { IsolationOptions } from './isolation-options.js';
export { defaultProfile, type FolderAccess, type IsolationProfile, type Network, networks } from './profile/profile.js';
export type { Permit, Refusal } from './refusal.js';
export { detectIsolation } from './support/detect-isolation.js';
export type { IsolationSupport, LimitsKind } from './support/support.js';
