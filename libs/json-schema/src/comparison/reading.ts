/**
 * How objects are read. `strict`: as written. `named`: as closed, with the names the schema speaks of and no others.
 * `ignoring`: other names do not matter. Maps (a schema for unlisted values) and free-form objects (nothing listed)
 * stay open under both: any name is part of their contract.
 */
export type Reading = 'strict' | 'named' | 'ignoring';
