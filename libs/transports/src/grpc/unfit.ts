import { pointerOf } from '@assay/kernel';

/** Says that a JSON value is no value of a field. */
export class UnfitError extends Error {
  override readonly name = 'UnfitError';
  constructor(
    /** JSON pointer below the message. */
    readonly path: string,
    message: string,
  ) {
    super(message);
  }

  /** The same as seen from the message around it. */
  within(key: PropertyKey): UnfitError {
    return new UnfitError(`${pointerOf([key])}${this.path}`, this.message);
  }
}

/** Runs `write`, and tells what does not fit as below `key`. */
export function below<T>(key: PropertyKey, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw error instanceof UnfitError ? error.within(key) : error;
  }
}
