/**
 * The instances that are compared. `strict`: all. `closed`: those whose objects have only properties the giver names; a
 * property the taker does not name is rejected. `projected`: the same, but a property the taker does not name is
 * ignored.
 */
export type Relation = 'strict' | 'closed' | 'projected';
