import { type DestinationStream, type Logger, pino } from 'pino';

/**
 * Structured logs, one JSON line each, on standard error by default. Credentials never reach a log: nothing logs bodies
 * or headers, and these paths are redacted in addition.
 */
export const createLogger = (level: string, destination: DestinationStream = standardError()): Logger =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'authorization',
          '*.authorization',
          'headers',
          '*.headers',
          'env',
          '*.env',
          'key',
          '*.key',
          'input',
          '*.input',
        ],
        censor: '[hidden]',
      },
    },
    destination,
  );

const standardError = (): DestinationStream => pino.destination({ fd: 2, sync: false });
