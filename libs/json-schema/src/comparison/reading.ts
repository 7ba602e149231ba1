/**
 * How objects are interpreted. `strict`: as written. `named`: closed, with exactly the names the schema mentions.
 * `ignoring`: unlisted names are ignored. Maps (a schema for unlisted values) and free-form objects (nothing listed)
 * stay open in both: any name is part of their contract.
 */
export type Reading = 'strict' | 'named' | 'ignoring';
