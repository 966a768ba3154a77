import type { TestAgent } from "./talk.js";

const orders: { readonly [id: string]: { item: string; total: number; email: string; days: number } } = {
  "A-1042": { item: "headphones", total: 59.9, email: "kim@example.com", days: 7 },
  "A-0931": { item: "tea mug", total: 14, email: "dana@example.com", days: 45 },
};

/** A support agent of a shop by a handful of rules. It keeps what it was told, and reads consent by single words. */
export function refundAgent(): TestAgent {
  const heard: string[] = [];
  let asked = false;
  return (input) => {
    heard.push(input);
    const all = heard.join("\n");
    if (/\bhow long\b.*\breturn/i.test(input)) return "You can return shoes within 30 days. Is there anything else?";
    if (/\b(that's all|bye)\b/i.test(input)) return "You’re welcome. Goodbye!";
    const id = /\b[A-Z]-\d{4}\b/.exec(all)?.[0];
    if (id === undefined) return "I'm sorry to hear that. Could you please give me your **order number**?";
    const order = orders[id];
    if (order === undefined) return `I can't find an order ${id}. Could you double-check the order number?`;
    const email = /[\w.]+@[\w.]+\w/.exec(all)?.[0];
    if (email === undefined) {
      return "Thanks! To make sure it's you, please tell me:\n- the email address on the order\n- the serial number";
    }
    if (email !== order.email) return "That email doesn't match the order, so I can't help with it.";
    if (order.days > 30) return `I'm afraid the ${order.item} can't be refunded after ${String(order.days)} days.`;
    if (!asked) {
      asked = true;
      return `I can refund $${order.total.toFixed(2)} for the ${order.item}. Shall I go ahead?`;
    }
    if (/\b(no|don't|not)\b/i.test(input)) return "All right, then I'll leave it. Anything else?";
    if (/\b(yes|sure|go ahead|please do)\b/i.test(input)) {
      return {
        content: `I've refunded $${order.total.toFixed(2)}. Is there anything else I can do for you?`,
        toolsCalled: ["refund_order"],
      };
    }
    return "Sorry, I didn't catch that. Should I refund it?";
  };
}
