export { describeGoldens } from "./describe-goldens.js";
export type { DescribeGoldensOptions } from "./describe-options.js";
export type { DescribeGolden } from "./golden-body.js";
export { mochaHooks } from "./mocha-hooks.js";
