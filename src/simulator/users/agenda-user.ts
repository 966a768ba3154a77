import { RehearsalError } from "../../errors.js";
import type * as AgendaMove from "./agenda/agenda-move.js";
import type { User, UserMove, UserRequest } from "../user.js";

export interface AgendaUserOptions {
  /** After how many of the agent's turns without progress the user gives up. Default: 3. */
  readonly patience?: number;
}

/**
 * A user that rules play, without a model: it has a stack of goals and the facts of its golden, tells facts when it is
 * asked for them, agrees or declines as the golden says, pushes back once on a refusal, and ends the conversation when
 * its goals are settled or nothing moves any more. It never says a value that the golden does not give. It speaks
 * English only. The idea is the agenda of Schatzmann et al., "Agenda-Based User Simulation for Bootstrapping a POMDP
 * Dialogue System" (NAACL 2007).
 *
 * Throws a {@link RehearsalError} of code `invalid_input` where `patience` is no positive whole number.
 */
export class AgendaUser implements User {
  readonly name = "AgendaUser";
  /** Its rules have no other values than the golden's, and repeat themselves only where the agent gives them cause. */
  readonly vouchesFor = "lines";
  readonly #patience: number;

  constructor({ patience = 3 }: AgendaUserOptions = {}) {
    if (!Number.isInteger(patience) || patience < 1) {
      throw new RehearsalError(
        "invalid_input",
        `AgendaUser's patience is ${String(patience)}; it is a number of turns: give a whole number from 1.`,
      );
    }
    this.#patience = patience;
  }

  async next(request: UserRequest): Promise<UserMove> {
    const { agendaMove } = await (rules ??= import("./agenda/agenda-move.js"));
    return agendaMove(request, this.#patience);
  }
}

/** Many files: loaded where such a user first speaks. Asking the loader each time costs more than the move. */
let rules: Promise<typeof AgendaMove> | undefined;
