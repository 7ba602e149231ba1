import { type Logger, pino } from 'pino';

/**
 * Structured logs on standard error, one JSON line each. Credentials never reach a log: nothing logs bodies or headers,
 * and these paths are blanked should somebody try.
 */
export const createLogger = (level: string): Logger =>
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
    pino.destination({ fd: 2, sync: false }),
  );
