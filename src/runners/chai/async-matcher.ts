import { RehearsalError } from "../../errors.js";
import { withFrames } from "../../evaluation/assertion-error.js";
import { addPending } from "../../evaluation/pending-assertions.js";
import { framesAbove, withOwnMessage, type AnyFunction } from "./at-caller.js";
import { checkArguments } from "./matcher-arguments.js";

export interface Check {
  readonly negated: boolean;
  /** The frames of the user's call. */
  readonly frames: string;
}

type AsyncCheck = (value: unknown, args: readonly unknown[], check: Check) => Promise<void>;

/**
 * Adds a matcher that has to be awaited, and that is safe where it is not. The assertion itself becomes what `await`
 * waits for, since chai-as-promised, loaded after us, drops a promise that a matcher returns. What nobody has waited for by
 * the end of a test is found among the pending assertions.
 */
export function addAsyncMatcher(chai: Chai.ChaiStatic, utils: Chai.ChaiUtils, name: string, check: AsyncCheck): void {
  utils.addMethod(chai.Assertion.prototype, name, function matcher(this: object, ...args: unknown[]): object {
    // Before any other property: chai's proxy writes it anew whenever one is read.
    const ssfi = utils.flag(this, "ssfi") as AnyFunction | undefined;
    const frames = framesAbove(ssfi, matcher);
    refuseEventually(this, utils, name, frames);
    const negated = utils.flag(this, "negate") === true;
    const value: unknown = utils.flag(this, "object");
    const message: unknown = utils.flag(this, "message");
    // Not itself, which would be waited for once more.
    const held = new chai.Assertion(undefined);
    utils.transferFlags(this as Chai.Assertion, held, true);
    const verdict = Promise.resolve(value)
      .then((it) => {
        checkArguments(name, args);
        return check(it, args, { negated, frames });
      })
      .then(() => held)
      .catch((error: unknown) => {
        throw withOwnMessage(error, message, frames);
      });
    return thenable(this, verdict, addPending({ call: callOf(name), frames, promise: verdict }));
  });
}

/** Adds a matcher that judges at once, with the messages and the stack of those that have to be awaited. */
export function addJudgingMatcher(
  chai: Chai.ChaiStatic,
  utils: Chai.ChaiUtils,
  name: string,
  judge: (value: unknown, args: readonly unknown[], check: Check) => void,
): void {
  utils.addMethod(chai.Assertion.prototype, name, function matcher(this: object, ...args: unknown[]): void {
    // Before any other property: chai's proxy writes it anew whenever one is read.
    const ssfi = utils.flag(this, "ssfi") as AnyFunction | undefined;
    const frames = framesAbove(ssfi, matcher);
    const message: unknown = utils.flag(this, "message");
    try {
      checkArguments(name, args);
      judge(utils.flag(this, "object"), args, { negated: utils.flag(this, "negate") === true, frames });
    } catch (error) {
      throw withOwnMessage(error, message, frames);
    }
  });
}

const callOf = (name: string): string => `await expect(...).to.${name}(...)`;

function thenable(assertion: object, verdict: Promise<object>, seen: () => void): object {
  const settled = () => {
    seen();
    return verdict;
  };
  const own: Pick<Promise<object>, "then" | "catch" | "finally"> = {
    then: (resolve, reject) => settled().then(resolve, reject),
    catch: (reject) => settled().catch(reject),
    finally: (after) => settled().finally(after),
  };
  return Object.assign(assertion, own);
}

/** chai-as-promised would drop our verdict or our `.not` here, depending on which of us was loaded first. */
function refuseEventually(assertion: object, utils: Chai.ChaiUtils, name: string, frames: string): void {
  if (utils.flag(assertion, "eventually") !== true && !Object.hasOwn(assertion, "then")) return;
  const refused = withFrames(
    new RehearsalError(
      "invalid_input",
      `${name} waits for promises by itself: write \`${callOf(name)}\`, without \`.eventually\``,
    ),
    frames,
  );
  // Pending too, since what is thrown in here may be swallowed.
  addPending({ call: callOf(name), frames, promise: Promise.resolve(), refused });
  throw refused;
}
