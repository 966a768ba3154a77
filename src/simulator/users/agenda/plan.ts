import type { AgendaGoal } from "./agenda.js";
import type { Answer } from "./answers.js";
import type { State } from "./state.js";

/** What the user does next, before it is put into words. */
export type Plan =
  | { readonly do: "open"; readonly say: string }
  | {
      readonly do: "answer";
      readonly answers: readonly Answer[];
      /** What the user wants now. */
      readonly wish: string;
      /** A goal that the user has not said yet, and says after the answers. */
      readonly raise: AgendaGoal | null;
    }
  | { readonly do: "raise"; readonly goal: AgendaGoal; readonly after: Occasion }
  | { readonly do: "restate"; readonly wish: string }
  | { readonly do: "pushBack" }
  | { readonly do: "wait" }
  /** Nothing came: is anybody there? */
  | { readonly do: "callOut" }
  /** Last words. */
  | { readonly do: "close"; readonly reason: string }
  | { readonly do: "end"; readonly reason: string };

/** What makes the user bring up a goal. */
export type Occasion = "invitation" | "success" | "failure" | "goodbye";

/** All that the agent said since the user's last words. */
export interface Reply {
  readonly text: string;
  /** Names of the tools that ran without an error. Null: not known. */
  readonly calls: readonly string[] | null;
}

export interface Planned {
  readonly plan: Plan;
  /** After the reply, before the user's next words. */
  readonly state: State;
}
