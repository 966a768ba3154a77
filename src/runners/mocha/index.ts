export { describeGoldens, type DescribeGolden } from "./describe-goldens.js";
export type { DescribeGoldensOptions } from "./describe-options.js";
export { mochaHooks } from "./mocha-hooks.js";
