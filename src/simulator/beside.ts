import type { Stage } from "../environment/stage.js";
import { withinOpenSeam } from "../test-case/tool-seam.js";

/** Runs foreign code of a conversation that is not its agent: what is kept from the agent is kept from it. */
export const beside = <T>(stage: Stage | undefined, work: () => T): T =>
  stage === undefined ? withinOpenSeam(work) : stage.beside(work);
