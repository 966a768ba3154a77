/** Whole words or phrases, anywhere in a clause. */
const anywhere = (...patterns: string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}'])(?:${patterns.join("|")})(?![\\p{L}\\p{N}'])`, "u");
/** The same at its beginning. */
const first = (...patterns: string[]): RegExp => new RegExp(`^(?:${patterns.join("|")})(?![\\p{L}\\p{N}'])`, "u");

/** What may go before the words that count. */
export const FILLERS =
  /^(?:(?:oh|ah|uh+|u[hm]+|er|hm+|mm+|well|so|actually|sorry|i mean|hi|hello|hey|thanks|thank you|and|then|please|just|now)(?:\s+|$))+/u;

/** A clause that begins so agrees. */
export const YES = first(
  "yes|yeah|yep|yup|yea|ya|aye|sure|absolutely|definitely|certainly|of course|exactly|agreed|approved|confirm(?:ed|ing)?|affirmative",
  "uh-?huh|mhm|you bet|be my guest|by all means|indeed|why not|no (?:problem|worries|objections?|issues?)",
);
/** So does this, but it may also only take note, as in "OK, what will it cost?" */
export const OK = first("ok|okay|okey|alright|all right");
/** A clause that is nothing but this agrees: "that's fine", "sounds good to me". */
export const GOOD =
  /^(?:(?:that would be|it would be|that'd be|that's|that is|that|it's|it is|this is|all|is|sounds|looks|very|so|all of that is|everything is|everything looks) )*(?:right|great|fine|good|perfect|cool|correct|wonderful|excellent|ok|okay|y|k)(?: (?:to|with|by|for) me| then| now| thanks| thank you| please| idea| plan)*$/u;
/** Agrees wherever it stands in a clause. */
export const GO_AHEAD = anywhere(
  "go (?:ahead|for it)|proceed|please do|do (?:it|so|that)|let's (?:do|go|proceed)|works for me|that works|i'm (?:fine|ok|okay|happy|good) with (?:that|it|this)",
  "i (?:do |hereby |fully |can )?(?:agree|accept|approve|consent|confirm|authori[sz]e)",
  "(?:do not|don't|wouldn't|would not) mind(?! (?:if|me|waiting))|(?:sounds|looks) (?:good|great|right|fine)",
  "(?:that|it|this)(?:'s| is) (?:fine|ok|okay|good|right|correct|perfect|great)",
);
/** Outweighs a "no" before it, which then answered something else: "No, that's all, go ahead." */
export const CLEAR = anywhere("yes|yeah|yep|go (?:ahead|for it)|proceed|please do|do (?:it|so)|i (?:agree|confirm)");
/** Takes the consent from what follows it in the clause. */
export const DENIAL = anywhere(
  "not|never|cannot|without|nor|neither|\\p{L}+n't|dont|cant|wont|whether|(?:are you|make|be|to be) sure",
);

/** A clause that begins so refuses, unless it says that nothing else is wanted. */
export const NO =
  /^(?:(?:nope|nah|nay|negative|never|no way|no chance)(?!\p{L}).*|n|(?:no|nope)(?:\s+(?:no|nope|thanks?|thank|thx|way|sir|ma'?am|madam|man|please|never|not|i|we|it|it's|that|that's|this|you|don't|do|absolutely|definitely|sorry|really|deal|longer)(?!\p{L}).*)?)$/u;
/** After a yes these take it back. */
export const NO_AFTER_ALL =
  /^(?:(?:and|but|or|actually|hell|just) )*(?:no|not|nope|nah|never|don't|do not)(?: (?:no|now|really|at all|wait|sorry|thanks))*$/u;
export const NOTHING_ELSE = anywhere(
  "(?:that's|that is|that'll be|that will be) (?:all|it|everything)|nothing else|all good",
  "(?:that's|that is|it's|looks|sounds) (?:fine|correct|right|good|okay|ok|great)",
);
export const REFUSAL = anywhere(
  "not (?:yet|now|today|that|this|those|these|okay|ok|correct|right|going to|interested|acceptable)",
  "(?:isn't|ain't|aren't|wasn't) (?:ok|okay|fine|acceptable|alright|all right|what i)",
  "(?:absolutely|definitely|certainly|of course|please|better|probably|rather|maybe|preferably|surely) not",
  "(?:refuse|decline|disagree|object)|changed my mind|rather (?:you )?(?:didn't|did not)|(?:don't|do not) think so",
  "(?:not|never|cannot|\\p{L}+n't) (?:ever |really |fully )?(?:agree|approve|consent|accept|authori[sz]e|allow|permit|(?:said|say|saying) (?:yes|ok|okay))",
  "i (?:really |actually |very much )?(?:do|would) mind|i'd mind",
  "scratch (?:that|it)|disregard (?:that|it|this|my|the)|ignore (?:that|it|my|what i)|kidding|jk|take (?:it|that) back|strike that",
  "let me think|think about it|hold (?:on|off)|hang on|never ?mind|forget (?:it|about it|that)|leave it",
  "no (?:way|thanks?|thank you|thx|chance|deal)|by no means|under no circumstances|(?:hard|i'll|i) pass",
  "(?:said|say|saying|answer is|that's a|it's a) no|lieber nicht|auf keinen fall|noch nicht|pas encore|todavía no|ahora no",
);
/** To "do you mind" this agrees. */
export const NOT_AT_ALL = /^(?:not at all|not in the least|of course not|certainly not|absolutely not)$/u;
export const DOUBT =
  /(?<!\p{L})not (?:so |quite |really |very )?(?:sure|interested|comfortable|happy|convinced)(?: (?:about|with|in|of) (?:that|this|it))?(?: yet)?$/u;
/** A clause that begins so calls a halt, unless halting is what the tool does. */
export const HALT =
  /^(?:please |no |oh |but |ok |okay |yes |sure |so |just |and |then |well |actually )*(wait|stop|cancel|abort|hold|pause|halt)(?: (?:that|it|this|please|now|there|up|on|off|until .*|for .*|a (?:moment|minute|second|sec|bit)))*$/u;
export const CALLED_OFF =
  /(?<!\p{L})(cancel|stop|abort|undo|skip|forget about) (?:(?:the|this|that|my|your|a|any) )?(\p{L}+)/u;
/** What is said of a sentence so is no consent yet, whatever else it says. */
export const RESERVED = anywhere(
  "maybe|perhaps|possibly|hm+|depends|i guess|i suppose|unsure|later|some other time|another time|if|unless|only|until|before|once|after|when",
  "as long as|provided|on (?:the )?condition|instead|rather|prefer|different|another|wrong|incorrect|mistake|tell me|too (?:little|much|low|high)",
  "(?:let me|have to|need to|want to|i'll|i must|going to) (?:ask|check|think|see|talk|speak|discuss|consult|look|verify|get back|let you know)|first(?! (?:class|name|flight|one|passenger))",
);
/** The same in a sentence of its own: "OK. Let me ask my wife." */
export const POSTPONED = anywhere(
  "maybe|perhaps|(?:let me|have to|need to|i'll|i must) (?:ask|think|talk to|speak to|speak with|discuss|consult|get back)|later",
);
