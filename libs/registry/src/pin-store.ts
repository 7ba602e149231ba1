/** A principal's declaration that it depends on versions of a tool. Times in ms since the epoch. */
export interface Pin {
  readonly organisationId: string;
  readonly principalId: string;
  /** `ns/tool`, by its present name. */
  readonly tool: string;
  readonly range: string;
  readonly note: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface PinStore {
  /**
   * Adds the pin or replaces the principal's pin on that tool, whose `createdAt` stays. Returns undefined when the tool
   * is gone.
   */
  put(pin: Pin): Promise<Pin | undefined>;
  /** Answers the pin that was there. */
  remove(principalId: string, tool: string): Promise<Pin | undefined>;
  /** Sorted by tool. */
  list(principalId: string): Promise<readonly Pin[]>;
}
