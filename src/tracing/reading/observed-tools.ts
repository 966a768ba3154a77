/** What is known of observed tools where the agent runs in this process. */
export interface ObservedTools {
  /** Names of all that are wrapped in it: of these every run is on record. */
  readonly names: ReadonlySet<string>;
  /** Whether this agent was seen to call one, so that its tools are wrapped. */
  readonly areAgents: boolean;
}
