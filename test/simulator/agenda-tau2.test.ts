import { expect } from "chai";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { userFaults } from "../../src/simulator/users/user-faults/user-faults.js";
import { goldenOf, talk } from "./agenda/talk.js";

const folder = process.env.REHEARSAL_DATA ?? fileURLToPath(new URL("../../../shared/data", import.meta.url));
const file = join(folder, "tau2", "airline-tasks.json");

interface Task {
  readonly id: string;
  readonly user_scenario: { readonly instructions: { readonly [part: string]: string | null } };
  readonly evaluation_criteria: {
    readonly actions: readonly { readonly arguments: Readonly<Record<string, unknown>> }[];
  };
}

const spaced = (name: string): string => name.replaceAll("_", " ");
const wordings: readonly ((name: string) => string)[] = [
  (name) => `Could you please give me the ${spaced(name)}?`,
  (name) => `Thanks. And what is your ${spaced(name)}?`,
  (name) => `To go on, I need your ${name}.`,
];

/** What the user of a task can tell, of all that its golden actions take: the values that stand in its instructions. */
function knowledgeOf({ user_scenario, evaluation_criteria }: Task) {
  const text = Object.values(user_scenario.instructions).join("\n");
  const given = evaluation_criteria.actions.flatMap((action) => Object.entries(action.arguments));
  const facts: Record<string, string | number | boolean> = {};
  for (const [name, value] of given) {
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") continue;
    if (!(name in facts) && stands(String(value), text)) facts[name] = value;
  }
  return { text, names: [...new Set(given.map(([name]) => name))], facts };
}

const stands = (value: string, text: string): boolean =>
  new RegExp(`(?<![\\w-])${value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`).test(text);

describe("an AgendaUser on the airline tasks of tau2", () => {
  before(function () {
    if (existsSync(file)) return;
    console.warn(
      `\n  !! NOT TESTED on tau2: there is no ${file}. Set REHEARSAL_DATA to the folder of the data sets.\n`,
    );
    this.skip();
  });

  const tasks = (): readonly Task[] =>
    (JSON.parse(readFileSync(file, "utf8")) as readonly Task[]).filter((task) => knowledgeOf(task).names.length > 0);

  /** Asks for each in turn; then it has nothing more to say. */
  function interview(task: Task, questions: readonly (readonly [name: string, question: string])[]): void {
    const { text, facts } = knowledgeOf(task);
    const golden = goldenOf({
      scenario: text,
      opening: (task.user_scenario.instructions.reason_for_call ?? text).trim(),
      facts,
    });
    const { said, end, turns } = talk(golden, (_, n) => questions[n]?.[1] ?? "Hm.", {
      turns: 100,
      seed: Number(task.id),
    });
    questions.forEach(([name, question], at) => {
      const words = said[at + 1] ?? `[${String(end)}]`;
      const value = facts[name];
      const where = `task ${task.id}: “${question}” → “${words}”`;
      if (value === undefined) expect(words, where).to.match(/don't know/);
      else expect(words, where).to.include(String(value));
    });
    for (const token of said.join(" ").match(/\S*[\d@]\S*/g) ?? []) {
      expect(text, `task ${task.id}`).to.include(token.replace(/^["'(]+|[.,:;!?"')]+$/g, ""));
    }
    expect(end, `task ${task.id}`).to.be.a("string");
    const faults = userFaults({ golden, turns, endReason: { by: "user", reason: String(end) } });
    expect(
      faults.filter(({ kind }) => kind !== "repetition"),
      `task ${task.id}`,
    ).to.deep.equal([]);
  }

  it("tells every fact that it is asked for, in whichever wording, says what it doesn't know, and ends", () => {
    for (const wording of wordings) {
      for (const task of tasks())
        interview(
          task,
          knowledgeOf(task).names.map((name) => [name, wording(name)] as const),
        );
    }
  });

  it("does so, too, when the same is asked three times over", () => {
    for (const task of tasks()) {
      interview(
        task,
        knowledgeOf(task).names.flatMap((name) => wordings.map((wording) => [name, wording(name)] as const)),
      );
    }
  });

  it("has facts to tell in most of them", () => {
    const telling = tasks().filter((task) => Object.keys(knowledgeOf(task).facts).length > 0);
    expect(telling.length).to.be.greaterThan(tasks().length / 2);
  });
});
