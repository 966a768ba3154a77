import type { Manner } from "./manner.js";

/** What a person may say in one situation, in each manner; where a manner has none of its own the plain ones serve. */
export type Phrases = { readonly plain: readonly string[] } & { readonly [manner in Manner]?: readonly string[] };

// Agents without a model read consent by single words, often wrongly ("No, please do not" holds "please do"). So words
// of consent stand only where the user agrees, words of refusal never there; the tests hold these tables to it.
// {facts}: "my order number is A-1042"; {values}: "A-1042"; {thing}: "my order number"; {goal}: what the user wants.

export const agree: Phrases = {
  plain: ["Yes, please.", "Yes, go ahead.", "Yes, please go ahead."],
  terse: ["Yes.", "Yes, go ahead."],
  impatient: ["Yes, go ahead.", "Yes, do it."],
  polite: ["Yes, please, that would be great.", "Yes, please go ahead, thank you."],
  chatty: ["Yes, go ahead, that sounds good to me!", "Yes, please, that is just what I was hoping for."],
};
export const agreeAgain: Phrases = {
  plain: ["Yes, as I said, go ahead.", "Yes, please do it."],
  terse: ["Yes."],
  impatient: ["Yes! I have said so already.", "Yes, I told you: go ahead."],
};
/** To "Do you mind if …?", where yes and no may mean either. */
export const agreeToMind: Phrases = { plain: ["Please go ahead.", "Go ahead, please."], terse: ["Go ahead."] };
export const declineToMind: Phrases = {
  plain: ["I would rather leave it as it is.", "I'd rather leave it."],
  terse: ["Leave it."],
};
export const decline: Phrases = {
  plain: ["No, I don't want that.", "No, leave it as it is.", "No, I would rather leave it."],
  terse: ["No.", "No, leave it."],
  impatient: ["No, leave it.", "No, I don't want that."],
  polite: ["No, I would rather leave it as it is.", "No, I'm sorry, I would rather leave it."],
};
export const declineAgain: Phrases = {
  plain: ["No, as I said, leave it as it is.", "No, I still don't want that."],
  terse: ["No."],
};
export const unwanted: Phrases = {
  plain: ["No, I don't want that. {goal}", "No, that's not what I'm here for. {goal}"],
  terse: ["No. {goal}"],
};
export const onlyThis: Phrases = {
  plain: ["No, only the {thing}, please.", "No, just the {thing}, please."],
  terse: ["No, only the {thing}."],
};
export const right: Phrases = { plain: ["Yes, that's right.", "Yes, that is correct."], terse: ["Yes.", "Correct."] };
/** For somebody who declines what is proposed: no word that may be taken for consent. */
export const rightOnly: Phrases = { plain: ["That's what I have here.", "That matches what I have."] };
export const wrong: Phrases = { plain: ["No, {facts}.", "No, that's not it: {facts}."], terse: ["No, {values}."] };

export const tell: Phrases = {
  plain: ["{Facts}.", "It's {values}.", "{Facts}."],
  terse: ["{values}"],
  impatient: ["{Facts}. Is this going to take long?", "It's {values}.", "{Facts}."],
  polite: ["Thank you for your help. {Facts}.", "{Facts}, thank you.", "{Facts}. Thank you for looking into it."],
  chatty: [
    "Let me see, I have it here somewhere. Ah, there: {facts}.",
    "One second, I have to look it up. There we are: {facts}. I hope that helps!",
    "{Facts}. I had to look that up first!",
  ],
};
export const tellAgain: Phrases = {
  plain: ["As I said, {facts}.", "As I said: {values}."],
  terse: ["As I said, {values}"],
  impatient: ["As I said, {facts}.", "As I just said, {facts}."],
  polite: ["As I said, {facts}. Thank you for your patience.", "As I said, {facts}."],
  chatty: ["As I said, but I don't mind repeating it, {facts}.", "As I said a moment ago, {facts}."],
};
export const insist: Phrases = {
  plain: ["I have told you already: {facts}.", "Once more: {facts}."],
  terse: ["Again: {values}"],
  impatient: ["How often do I have to say it? {Facts}.", "I have told you twice: {facts}."],
};
export const checked: Phrases = {
  plain: ["I have looked again: {facts}.", "I looked it up again, and {facts}."],
  terse: ["Looked again: {values}"],
  impatient: ["I looked again, and it's what I said: {facts}."],
};
export const only: Phrases = {
  plain: ["I have no other {name} than that one.", "That's the only {name} I have."],
  terse: ["I have no other."],
};
export const unknown: Phrases = {
  plain: ["I don't know{thing}.", "I'm afraid I don't know{thing}.", "Sorry, I don't know{thing}."],
  terse: ["I don't know.", "I don't know{thing}."],
  impatient: ["I don't know{thing}.", "I don't know{thing}. How should I?"],
  polite: ["I'm sorry, but I don't know{thing}.", "I'm afraid I don't know{thing}, I'm sorry."],
  chatty: [
    "Oh dear, you've got me there, I don't know{thing}.",
    "Hmm, let me think. I really have to say I don't know{thing}.",
  ],
};
export const unknownAgain: Phrases = {
  plain: ["As I said, I don't know{thing}.", "I still don't know{thing}."],
  terse: ["Still: I don't know."],
};
export const pushBack: Phrases = {
  plain: ["Why not? Is there really nothing you can do?", "That's disappointing. Is there really no other way?"],
  terse: ["Why not?", "Is there really no way?"],
  impatient: ["That's not good enough. Why not?", "Are you serious? There must be a way."],
  polite: [
    "I see. Would you mind looking once more whether there is a way?",
    "That's a pity. Is there really no way at all?",
  ],
  chatty: [
    "Oh no, really? I had so hoped it would work out. Is there no way at all?",
    "Oh, that's a shame! Is there really nothing you can do?",
  ],
};
export const restate: Phrases = {
  plain: ["Let me say it again: {goal}", "To put it another way: {goal}", "What I'm here for is this: {goal}"],
  terse: ["Again: {goal}", "{goal}"],
  impatient: ["Once more: {goal}", "I've told you what I need: {goal}"],
  polite: ["I'm sorry if that was unclear. {goal}", "Let me try to say it better: {goal}"],
  chatty: ["Maybe I put that badly, I do that sometimes. {goal}", "Let me start over, I tend to ramble: {goal}"],
};
export const raise: Phrases = { plain: ["{goal}"] };
export const raiseNext: Phrases = {
  plain: ["Thanks. {goal}", "Thank you. There's one more thing. {goal}", "Great, thanks. {goal}"],
  terse: ["{goal}"],
  impatient: ["Good. {goal}", "There's more. {goal}"],
  polite: ["Thank you very much. There's one more thing. {goal}", "Thank you for that. {goal}"],
  chatty: ["Wonderful, thank you so much! There was something else, too. {goal}", "Oh, lovely, thank you! {goal}"],
};
export const raiseAfterFailure: Phrases = {
  plain: ["Then let's leave that. {goal}", "That's a pity. Something else, then. {goal}"],
  terse: ["{goal}"],
};
export const raiseBeforeGoodbye: Phrases = {
  plain: ["Wait, there's one more thing: {goal}", "Before you go: {goal}"],
  terse: ["Wait. {goal}"],
};
export const wait: Phrases = {
  plain: ["I'll wait.", "Take your time.", "I'm here."],
  terse: ["Waiting."],
  impatient: ["I'm waiting.", "How long will it take?"],
  polite: ["Thank you, I'll wait.", "Take your time, thank you."],
};
export const callOut: Phrases = { plain: ["Hello? Are you still there?", "Are you there?"], terse: ["Hello?"] };
export const close: Phrases = {
  plain: ["No, that's all, thank you.", "No, thanks, that's all."],
  terse: ["No, that's all."],
  impatient: ["No, that's all."],
  polite: ["No, thank you very much, that's all. Have a nice day!", "No, that's all. Thank you for your help!"],
  chatty: [
    "No, that's all for today, thank you so much. It was lovely talking to you!",
    "No, thank you, that's all. Have a lovely day!",
  ],
};
