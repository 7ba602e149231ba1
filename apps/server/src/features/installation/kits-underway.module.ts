import { Module } from '@nestjs/common';
import { provide } from '../../platform/provide.js';
import { KitsUnderway } from './kits-underway.js';

const providers = [provide(KitsUnderway, {}, () => new KitsUnderway())];

/** Written by the installation, read by searches. */
@Module({ providers, exports: providers })
export class KitsUnderwayModule {}
