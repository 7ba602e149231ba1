import { audienceCases } from './audience.contract.js';
import { capabilityCases } from './capability.contract.js';
import { changeCases } from './change.contract.js';
import type { ContractCase } from './contract-case.js';
import { listingCases } from './listing.contract.js';
import { rebuildCases } from './rebuild.contract.js';
import { textCases } from './text.contract.js';
import { trustCases } from './trust.contract.js';

/** What every search engine behind `ToolIndex` keeps to, words and ranks of its own aside. */
export const toolIndexContract: readonly ContractCase[] = [
  ...textCases,
  ...capabilityCases,
  ...audienceCases,
  ...trustCases,
  ...listingCases,
  ...changeCases,
  ...rebuildCases,
];
