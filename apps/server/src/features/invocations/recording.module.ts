import { RecordArguments } from '@assay/gateway';
import { Module } from '@nestjs/common';
import { onBootstrap, onShutdown } from '../../platform/lifecycle.js';
import { warns } from '../../platform/port-sets.js';
import { CLOCK, RECORDED_CALLS, SEALER } from '../../platform/ports.js';
import { useCase } from '../../platform/provide.js';

const providers = [
  useCase(RecordArguments, {
    ...{ store: RECORDED_CALLS, sealer: SEALER, clock: CLOCK },
    onProblem: warns('arguments of calls were not recorded'),
  }),
  onBootstrap('recordings', { recording: RecordArguments }, ({ recording }) => recording.start()),
  onShutdown('recorded calls', { recording: RecordArguments }, ({ recording }) => recording.stop()),
];

/** Arguments of calls that an organisation has recorded. */
@Module({ providers, exports: providers })
export class RecordingModule {}
