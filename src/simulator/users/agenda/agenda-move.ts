import type { UserMove, UserRequest } from "../../user.js";
import { agendaOf } from "./agenda.js";
import { planNext } from "./fold.js";
import { mannerOf } from "./manner.js";
import { speak } from "./speak.js";

/** What a user with this patience does next, by rules alone. */
export function agendaMove({ golden, turns, random }: UserRequest, patience: number): UserMove {
  if (golden.language !== undefined && !/^\s*en(?:glish)?(?![a-z])/i.test(golden.language)) {
    return {
      end: `the golden's user speaks ${golden.language} and AgendaUser knows English only: use a LanguageModelUser for it`,
    };
  }
  const agenda = agendaOf(golden);
  const { plan } = planNext(agenda, turns, patience);
  if (plan.do === "end") return { end: plan.reason };
  const say = speak(plan, { manner: mannerOf(golden.persona), random, declines: !agenda.agrees });
  return plan.do === "close" ? { say, thenEnd: plan.reason } : { say };
}
