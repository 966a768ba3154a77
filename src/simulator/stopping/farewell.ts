/** What people say when a conversation is over, or thank each other for. Without case and punctuation. */
const phrases = [
  // English
  "(?:good ?)?bye(?: ?bye)?|see (?:you|ya)(?: (?:later|soon|around|then|next time))?|take care(?: of yourself)?|farewell|cheers|so long",
  "(?:many |much )?(?:thanks|thank you|thx|ty)(?: (?:so|very) much| a lot| again| a million| kindly)?(?: for (?:your|the|all your|all the) (?:help|time|support|assistance|patience|understanding|kindness|kind words|call))?",
  "(?:i )?(?:really )?appreciate (?:it|that|your (?:help|time|support|assistance))|much appreciated",
  "(?:youre|you are)(?: very| most)? welcome|(?:its )?my pleasure|no problem|any ?time|dont mention it|not at all|glad (?:i|we) could help|happy to help",
  "(?:have|enjoy|wishing you) (?:a|an|your|the)(?: (?:very|really))?(?: (?:great|good|nice|lovely|wonderful|fantastic|pleasant|amazing|safe))?(?: rest of (?:your|the))? (?:day|evening|night|weekend|week|one|time|trip|flight|afternoon|morning)(?: ahead| too| as well)?|good (?:night|day|evening)",
  "(?:you|same)(?: to you)?(?: too| as well)?|likewise|to you too",
  // German, French, Spanish, Italian, Portuguese, Dutch, Danish, Norwegian, Swedish
  "(?:vielen |besten |herzlichen )?dank(?:e)?(?: (?:schon|sehr|ihnen|dir))?|(?:auf wiedersehen|tschuss|bis bald)|gern(?:e)?(?: geschehen)?|(?:schonen|guten) (?:tag|abend)(?: noch)?",
  "merci(?: (?:beaucoup|bien))?|au revoir|a bientot|de rien|bonne (?:journee|soiree)|je vous en prie",
  "(?:muchas )?gracias|adios|hasta (?:luego|pronto)|de nada|(?:que tenga un )?buen dia",
  "grazie(?: mille)?|arrivederci|ciao|prego|(?:muito )?obrigad[oa]|adeus|tchau|ate logo|por nada",
  "(?:dank (?:je|u)(?: wel)?|bedankt|tot ziens|graag gedaan)|(?:mange |tusen )?tak(?:k)?|farvel|hej ?hej|hej ?da|tack(?: sa mycket)?|ha det(?: bra)?",
];
/** What may stand between such phrases and says nothing either. */
const fillers =
  "(?:and|so|ok|okay|well|then|oh|alright|great|perfect|wonderful|again|too|for now|now|everyone|all|sir|madam|yes|sure|of course|indeed)";

const farewell = new RegExp(`^(?:(?:${phrases.join("|")}|${fillers})(?: |$))+$`);
const fillersOnly = new RegExp(`^(?:${fillers}(?: |$))+$`);
const LONGEST = 200;

/** Whether a text does nothing but take leave or thank. */
export function isFarewell(text: string): boolean {
  if (text.length > LONGEST || text.includes("?") || /\d/.test(text)) return false;
  const plain = text
    .normalize("NFD")
    .replace(/[\u0300-\u036f'’]/g, "")
    .replace(/[^\p{L}]+/gu, " ")
    .trim()
    .toLowerCase();
  return plain !== "" && !fillersOnly.test(plain) && farewell.test(plain);
}
