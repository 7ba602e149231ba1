export interface RoleRequest {
  /** An owner's or administrator's address, used once. */
  readonly url: string;
  readonly name: string;
  /** Whether the role may insert, update and delete rows; it never may change tables. */
  readonly writes: boolean;
}
