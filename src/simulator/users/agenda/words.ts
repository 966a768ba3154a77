/** Words that end a noun phrase: what comes after them is no part of its name. */
export const functionWords: ReadonlySet<string> = new Set(
  (
    "a about along after again all also am an and any are as asap at back be because been before below but by can could " +
    "correct did do does down exactly first for from had has have here his her how i if in into is it its just kindly " +
    "later let like may maybe me might must my need no not now of off ok okay on once only or our out over please pls " +
    "quickly right shall she should since so some soon still than thank thanks thx that the their them then there " +
    "these they this those though to today too under until up us use using used via was we well were what when where which " +
    "while who why will with within without would yes yet you your yours associated linked registered listed printed " +
    "shown found sir madam today tomorrow yesterday he good ready handy available give tell provide share enter know " +
    "want wish prefer said says send sent placed made bought purchased ordered booked received given start proceed " +
    "continue starting next instead ahead afterwards beforehand ending going coming flying looking broken damaged defective missing wrong unopened " +
    "each every per such other another"
  ).split(" "),
);

/** Nouns that agents ask for or about without wanting a fact. */
export const noFacts: ReadonlySet<string> = new Set(
  (
    "moment minute minutes second seconds sec time hand help question questions anything something everything nothing " +
    "else more issue issues problem problems concern concerns details detail information info following patience look " +
    "sense idea choice way chance access permission day confirmation rest thing things call hold identity eligibility try assistance " +
    "understanding request requests inquiry query matter case situation support service feedback answer answers bit " +
    "couple few lot one ones same wrong best up luck attention cooperation context example deal"
  ).split(" "),
);

/** Things that an agent asks the user to agree to, where it asks to confirm them. */
export const proposals: ReadonlySet<string> = new Set(
  (
    "cancellation refund booking reservation purchase order change changes return exchange replacement request " +
    "transaction payment deletion action actions upgrade downgrade update plan proposal this that it these details " +
    "transfer selection choice decision termination removal everything above"
  ).split(" "),
);

/** Verbs and other words that come right before what an agent asks for. */
export const askingWords: ReadonlySet<string> = new Set(
  (
    "give tell provide share send enter specify supply state type need require have get know see confirm verify check " +
    "include list remember ask what which without remind quote me us with recall name submit"
  ).split(" "),
);

/** People of whom a user may speak, or not: as alternatives of a regular expression. */
export const relatives =
  "(?:friend|wife|husband|mother|father|mom|mum|dad|brother|sister|son|daughter|partner|colleague|neighbou?r|boss|boyfriend|" +
  "girlfriend|roommate|spouse|landlord|manager|parent|child|children|kid|cousin|uncle|aunt)s?";
