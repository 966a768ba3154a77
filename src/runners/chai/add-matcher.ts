import { framesAbove, withOwnMessage, type AnyFunction } from "./at-caller.js";
import { checkArguments } from "./matcher-arguments.js";

/** Adds a matcher that judges at once. Its arguments are checked first; an error of their kind stands at the user's call. */
export function addMatcher<Args extends unknown[]>(
  chai: Chai.ChaiStatic,
  utils: Chai.ChaiUtils,
  name: string,
  match: (assertion: object, ...args: Args) => void,
): void {
  utils.addMethod(chai.Assertion.prototype, name, function matcher(this: object, ...args: Args): void {
    atCaller(this, utils, matcher, () => {
      checkArguments(name, args);
      match(this, ...args);
    });
  });
}

/** The same, for one that is written without parentheses. */
export function addPropertyMatcher(
  chai: Chai.ChaiStatic,
  utils: Chai.ChaiUtils,
  name: string,
  match: (assertion: object) => void,
): void {
  utils.addProperty(chai.Assertion.prototype, name, function matcher(this: object): void {
    atCaller(this, utils, matcher, () => match(this));
  });
}

function atCaller(assertion: object, utils: Chai.ChaiUtils, matcher: AnyFunction, match: () => void): void {
  // Before any other property: chai's proxy writes it anew whenever one is read.
  const ssfi = utils.flag(assertion, "ssfi") as AnyFunction | undefined;
  const message: unknown = utils.flag(assertion, "message");
  try {
    match();
  } catch (error) {
    throw withOwnMessage(error, message, framesAbove(ssfi, matcher));
  }
}
