/** What the new role is for. It never may change tables of the database itself. */
export const rolePurposes = ['reader', 'writer', 'scratch'] as const;
export type RolePurpose = (typeof rolePurposes)[number];

export interface RoleRequest {
  /** An owner's or administrator's address, used once. */
  readonly url: string;
  readonly name: string;
  /** `reader` reads rows, `writer` also changes them, `scratch` creates tables in a database beside this one. */
  readonly purpose: RolePurpose;
}
