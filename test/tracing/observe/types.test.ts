import { expect } from "chai";
import { observe } from "../../../src/tracing/index.js";

/** Compiles only where observe keeps the type of a function. */
describe("the type of an observed function", () => {
  it("is the function's own, generics, overloads and `this` included", () => {
    const generic = observe(<T>(value: T): T => value);
    const text: string = generic("a");
    const number: number = generic(1);
    interface Overloaded {
      (value: string): string;
      (value: number): number;
    }
    const overloaded: Overloaded = observe(((value: unknown) => value) as Overloaded);
    const doubled: number = overloaded(2);
    const method = observe(function (this: { factor: number }, value: number) {
      return this.factor * value;
    });
    const product: number = method.call({ factor: 2 }, 3);
    const later: Promise<{ id: string }> = observe({ type: "tool" }, async ({ id }: { id: string }) => ({ id }))({
      id: "a",
    });
    const stream: AsyncGenerator<string, void, undefined> = observe(
      { type: "agent" },
      async function* (): AsyncGenerator<string, void, undefined> {
        yield "a";
      },
    )();
    // @ts-expect-error the argument keeps its type
    observe((value: string) => value)(1);
    // @ts-expect-error an unknown type is a compile error
    expect(() => observe({ type: "toool" }, () => 1)).to.throw();
    expect([text, number, doubled, product, later instanceof Promise, typeof stream.next]).to.deep.equal([
      "a",
      1,
      2,
      6,
      true,
      "function",
    ]);
  });
});
