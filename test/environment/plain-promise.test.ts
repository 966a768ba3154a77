import { expect } from "chai";
import {
  fault,
  interceptTools,
  mock,
  pass,
  refuse,
  runIntercepted,
  type InterceptRules,
} from "../../src/environment/index.js";
import { observe } from "../../src/tracing/index.js";

const api = { post: async (_: object): Promise<unknown> => "real" };

/** A tool that does not show what it returns, and an agent that chains on that. */
const make = () => observe({ type: "tool", name: "refund_order" }, (args: object) => api.post(args));
const chained = (refund: ReturnType<typeof make>) =>
  refund({})
    .then(String)
    .catch((error: Error) => `caught ${error.message}`);

const came = async (rules: InterceptRules, times = 1, refund = make()) => {
  const { result } = await runIntercepted(interceptTools(rules), async () => {
    const all: string[] = [];
    for (let nth = 0; nth < times; nth += 1) all.push(await chained(refund));
    return all;
  });
  return result;
};

describe("a tool that returns promises without the word async", () => {
  it("answers by a promise where its mock is an async function, and fails by one", async () => {
    expect(await came({ refund_order: mock(async () => "mocked") })).to.deep.equal(["mocked"]);
    const failing = [fault({ on: 1, kind: "error", message: "503" }), mock(async () => "mocked")];
    expect(await came({ refund_order: failing }, 2)).to.deep.equal(["caught 503", "mocked"]);
    const throwing = mock(async () => {
      throw new Error("declined");
    });
    expect(await came({ refund_order: throwing })).to.deep.equal(["caught declined"]);
  });

  it("is known by its text where that says so", async () => {
    const refund = observe({ type: "tool", name: "refund_order" }, (args: object) =>
      Promise.resolve<unknown>(api.post(args)),
    );
    expect(await came({ refund_order: mock("mocked") }, 1, refund)).to.deep.equal(["mocked"]);
    expect(await came({ refund_order: refuse("no") }, 1, refund)).to.deep.equal(["caught no"]);
  });

  it("is known by how it answered before", async () => {
    const refund = make();
    expect(await came({ refund_order: pass }, 1, refund)).to.deep.equal(["real"]);
    expect(await came({ refund_order: mock("mocked") }, 1, refund)).to.deep.equal(["mocked"]);
    expect(await came({ refund_order: fault({ kind: "error", message: "503" }) }, 1, refund)).to.deep.equal([
      "caught 503",
    ]);
  });

  it("and one that answers at once still does", async () => {
    const total = observe({ type: "tool", name: "total" }, (a: number) => a);
    const { result } = await runIntercepted(interceptTools({ total: mock(7) }), () => [total(1), typeof total(2)]);
    expect(result).to.deep.equal([7, "number"]);
  });
});
