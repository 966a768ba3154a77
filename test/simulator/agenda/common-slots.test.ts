import { expect } from "chai";
import { commonSlots } from "../../../src/simulator/users/agenda/common-slots.js";
import { LONGEST_SHARED, wordsOf } from "../../../src/simulator/users/agenda/slot-names.js";
import { stemsOf } from "../../../src/simulator/users/agenda/tokens.js";

describe("the common slots", () => {
  it("have no phrase that is longer than those that are looked for", () => {
    for (const phrase of commonSlots().keys()) expect(phrase.split(" ").length, phrase).to.be.at.most(LONGEST_SHARED);
  });

  it("are found by the stems of their phrases", () => {
    for (const phrase of commonSlots().keys()) expect(stemsOf(phrase)).to.equal(phrase);
    for (const asked of ["email address", "order numbers", "which order", "how many bags"]) {
      expect(commonSlots().has(stemsOf(asked)), asked).to.equal(true);
    }
  });

  it("are part of each other only by keys that there are", () => {
    for (const { within } of commonSlots().values())
      for (const key of within) expect(commonSlots().has(key)).to.equal(true);
  });
});

describe("the words of a key", () => {
  it("are the same however it is spelt", () => {
    for (const key of ["orderId", "order_id", "order-id", "Order ID", "orderID", "order.id"]) {
      expect(wordsOf(key)).to.equal("order id");
    }
  });
});
