/** Yes, no and what makes them polite, in languages of which no more is read than that. */
const YES =
  "ja|jawohl|jo|joo|klar|gerne?|genau|natürlich|sicher|einverstanden|in ordnung|oui|ouais|d'accord|bien sûr|volontiers|" +
  "s[íi]|claro(?: que s[íi])?|vale|de acuerdo|por supuesto|adelante|sim|com certeza|sì|certo|va bene|d'accordo|tak|oczywiście|" +
  "ano|áno|da|да|конечно|хорошо|так|evet|tamam|igen|kyllä|ναι|نعم|أجل|כן|हाँ|हां|जी हाँ|vâng|dạ|có|ใช่|はい|ええ|うん|お願いします|" +
  "好|好的|好啊|是|是的|可以|行|对|對|네|예|응|좋아요|그래요";
const NO =
  "nein|nee|nö|auf keinen fall|lieber nicht|noch nicht|non|pas encore|jamais|surtout pas|no|nunca|jamás|todavía no|ahora no|não|" +
  "nao|ainda não|niet|nej|nei|ei|nie|ne|нет|ні|не|не надо|hayır|nem|όχι|لا|כלא|לא|नहीं|जी नहीं|không|ไม่|いいえ|いや|だめ|結構です|" +
  "不|不要|不用|不了|不行|不是|不可以|아니요|아니|아뇨|싫어요";
const POLITE =
  "bitte(?: schön)?|danke(?: schön)?|vielen dank|merci(?: beaucoup)?|s'il (?:vous|te) pla[îi]t|gracias|muchas gracias|por favor|" +
  "obrigad[oa]|grazie|per favore|prego|tack|takk|dank (?:u|je)|dankjewel|alsjeblieft|alstublieft|proszę|dziękuję|спасибо|" +
  "пожалуйста|teşekkürler|lütfen|شكرا|תודה|ありがとう|ありがとうございます|谢谢|謝謝|감사합니다|고마워요|ok|okay";

/** Texts that are made of these words alone, one of them at least the decisive one. */
const only = (decisive: string): RegExp =>
  new RegExp(
    String.raw`^(?=.*(?<!\p{L})(?:${decisive})(?!\p{L}))(?:(?:${decisive}|${POLITE})(?!\p{L})[\s\p{P}]*)+$`,
    "u",
  );
const ONLY_YES = only(YES);
const ONLY_NO = only(NO);

/** Words that deny, doubt or object in a sentence that is not English. */
const FOREIGN =
  /(?<![\p{L}-])(?:nicht|kein\p{L}*|nein|aber|noch|nie|vielleicht|pas|mais|jamais|peut-être|pero|nunca|todavía|ahora|quizás?|não|mas|talvez|niet|geen|maar|misschien|però|ancora|forse|inte|ikke|ale)(?![\p{L}-])/u;
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u;

/** The answer of a reply that says yes or no and nothing else, in a language that is not English; null for any other. */
export function readForeignReply(plain: string): "consent" | "refusal" | null {
  if (plain.length > 200) return null;
  const text = plain.replace(/^[\s\p{P}]+/u, "");
  if (ONLY_NO.test(text)) return "refusal";
  return ONLY_YES.test(text) ? "consent" : null;
}

/** Whether a reply is, in part at least, in a language that is not read. */
export const isForeign = (plain: string): boolean => OTHER_SCRIPT.test(plain) || FOREIGN.test(plain);
