/** That the agent was not asked: it may have changed since, which no journal can tell. */
export const givenBack = (finished: number, of: number, directory: string): string =>
  `${String(finished)} of ${String(of)} conversations were finished in the journal ${directory} and are given back as they ` +
  "were: the agent was not asked. To hold them anew, as with another agent, user or settings, give another directory.";
