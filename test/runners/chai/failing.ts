import * as chai from "chai";

/** The message with which an assertion fails, in one line. */
export function failing(assertion: () => unknown): string {
  try {
    assertion();
  } catch (error) {
    chai.expect(error).to.be.instanceOf(chai.AssertionError);
    return (error as Error).message.replace(/\s+/g, " ");
  }
  throw new Error("the assertion held");
}
