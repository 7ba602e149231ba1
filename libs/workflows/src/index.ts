export { DbosRuns, type DbosRunsOptions, type RunTimes } from './dbos-runs.js';
