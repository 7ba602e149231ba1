import { Module } from '@nestjs/common';
import { memory } from '../../platform/port-sets.js';
import { LOAD_TOKENS } from '../../platform/ports.js';
import { later, useCase } from '../../platform/provide.js';
import { DISCOVER_TOOLS } from '../discovery/ports.js';
import { LookUpForCode } from './code-lookup.js';

const providers = [useCase(LookUpForCode, { ...memory, discover: later(DISCOVER_TOOLS), loadTokens: LOAD_TOKENS })];

/** How code finds tools. */
@Module({ providers, exports: providers })
export class CodeLookupModule {}
