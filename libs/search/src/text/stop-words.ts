/**
 * English words that say nothing about what a tool does. Contractions lose their apostrophe before they get here, so
 * their halves (`don`, `ll`, `ve`) are listed too.
 */
export const stopWords: ReadonlySet<string> = new Set(
  `a about above after again all also am an and any anything are as at be because been before being below between both
  but by can could d did do does doing don down during each else etc ever few for from further get give had has have
  having he hello her here hers hey hi him his how i if in into is it its itself just kindly know let like ll looking m
  make may me might more most much must my myself need no nor not now of off ok on once one only or other ought our ours
  out over own please provide re s same shall she should show so some something such t tell than thank thanks that the
  their theirs them then there these they this those through to too under until up upon us use using ve very via want
  was we were what when where which while who whom why will with within without would yes you your yours`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
