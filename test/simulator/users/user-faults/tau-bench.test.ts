import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { userFaults } from "../../../../src/simulator/users/user-faults/user-faults.js";
import type { Turn } from "../../../../src/test-case/turn.js";
import { golden } from "../../support.js";

const folder = process.env.REHEARSAL_DATA ?? new URL("../../../../../shared/data", import.meta.url).pathname;
const file = join(folder, "tau-bench", "gpt-4o-airline.json");

interface Run {
  readonly traj: readonly { readonly role: string; readonly content: string | null }[];
  readonly info: { readonly task: { readonly instruction: string } };
}

const isSaid = (each: Run["traj"][number]): each is Pick<Turn, "role" | "content"> =>
  (each.role === "user" || each.role === "assistant") && (each.content ?? "") !== "";

/** Read one by one: of these, the amount is a sum that the user did in its head, and the last line is an odd one. */
const found = [
  "yara_garcia_1905@gmail.com",
  "sophia_silva_7557@example.com",
  "sophia_silva_7557@gmail.com",
  "1200",
  "Mohamed Silva",
  "yara_garcia_1905@example.com",
  "aarav.ahmed6699@example.com",
  "sophia_silva_7557@example.com",
  "sophia_taylor_9065@example.com",
  "1988-04-10",
  "1990-11-22",
  "1995-07-15",
  "May 17",
  "i am happy to assist",
];

describe("the users of recorded airline runs, which a model played", () => {
  it("are accused of what they invented, and of hardly anything else in 1490 turns", function () {
    if (!existsSync(file)) this.skip();
    const runs = JSON.parse(readFileSync(file, "utf8")) as readonly Run[];
    const faults = runs.flatMap(({ traj, info }) =>
      userFaults({ golden: golden({ scenario: info.task.instruction }), turns: traj.filter(isSaid) }),
    );
    const quoted = faults.map(({ detail }) => /"(.*)"/.exec(detail)?.[1]);
    expect(quoted).to.have.members(found);
  });
});
