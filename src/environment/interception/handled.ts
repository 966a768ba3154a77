import type { JsonValue } from "../../test-case/json.js";
import type { WorldRecord } from "../world/world.js";
import type { InterceptedCall } from "./intercepted-call.js";

/** A call that interception had a say in, or that the world answered. */
export interface Handled {
  readonly name: string;
  /** Absent: not JSON. */
  readonly args?: JsonValue;
  readonly refused: boolean;
  /** It went on into the world, where it is on record once more. */
  readonly inWorld: boolean;
}

export const handledBySeam = ({ name, args, did }: InterceptedCall, inWorld: boolean): Handled => ({
  name,
  refused: did === "refused",
  inWorld,
  ...(args !== undefined && { args }),
});

/** What came by, turn by turn, each call once. */
export class HandledCalls {
  /** Calls that are to be found among the records of the world. */
  readonly #expected = new Map<string, number>();

  /** Of what is new the calls that came through the seam, and those that the agent made in its world by itself. */
  add(bySeam: readonly Handled[], records: readonly WorldRecord[]): readonly Handled[] {
    for (const { name, inWorld } of bySeam) if (inWorld) this.#expect(name, 1);
    const direct = records.filter(({ name }) => {
      const isExpected = (this.#expected.get(name) ?? 0) > 0;
      if (isExpected) this.#expect(name, -1);
      return !isExpected;
    });
    return [...bySeam, ...direct.map(({ name, args }) => ({ name, args, refused: false, inWorld: true }))];
  }

  #expect(name: string, more: number): void {
    this.#expected.set(name, (this.#expected.get(name) ?? 0) + more);
  }
}
